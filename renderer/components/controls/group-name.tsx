import { colorOf, type GroupColorName } from '../../../core/settings/group-colors.ts';
import { useSettings } from '../../model-context.tsx';
import { Received } from './received.tsx';

interface GroupNameProps {
  readonly group: string;
  /** Marks the words of this query. */
  readonly query?: string;
}

/** The square in a group's colour; in outline for a group without one. */
export function Swatch({ color }: { readonly color: GroupColorName | 'none' }) {
  return <span className={`swatch ${color}`} aria-hidden="true" />;
}

/** A group of the dispatcher: its square and its name. */
export function GroupName({ group, query = '' }: GroupNameProps) {
  const { groupColors } = useSettings();
  return (
    <>
      <Swatch color={colorOf(groupColors, group)} />
      <Received className="cut words" text={group} query={query} />
    </>
  );
}

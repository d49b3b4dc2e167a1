import type { ConnectionStep, ConnectionTest } from '../../../core/delivery/connection.ts';
import { durationText, quantityText } from '../../../core/order/format.ts';
import { useText, useTicking } from '../../model-context.tsx';
import { Icon } from '../controls/icon.tsx';

/** Nothing has been tried yet. */
const notStarted: ConnectionTest = {
  steps: [
    { name: 'reach', state: 'waiting' },
    { name: 'certificate', state: 'waiting' },
    { name: 'token', state: 'waiting' },
  ],
};

/** Below one second in milliseconds, below ten with one decimal, then in whole seconds. */
function elapsedText(elapsedMs: number, locale: string): string {
  if (elapsedMs < 1000) return quantityText(Math.round(elapsedMs), 'millisecond', locale);
  if (elapsedMs >= 10_000) return quantityText(Math.round(elapsedMs / 1000), 'second', locale);
  return quantityText(elapsedMs / 1000, 'second', locale, 1);
}

function RunningTime({ step }: { readonly step: Extract<ConnectionStep, { state: 'running' }> }) {
  const { connect, locale } = useText();
  return useTicking((nowMs) =>
    connect.elapsedOf(
      durationText(Math.max(0, nowMs - step.startedAtMs), locale),
      durationText(step.timeoutMs, locale),
    ),
  );
}

function StepLine({ step }: { readonly step: ConnectionStep }) {
  const { connect, locale } = useText();
  const stateText = connect.steps[step.name][step.state];
  const says = connect.stepState[step.state];
  switch (step.state) {
    case 'waiting':
      return (
        <li>
          <Icon name="st-waiting" className="c-waiting" label={says} />
          <span className="t3">{stateText}</span>
        </li>
      );
    case 'running':
      return (
        <li>
          <svg className="ring busy" viewBox="0 0 16 16" aria-hidden="true">
            <circle className="track" cx="8" cy="8" r="6" />
            <circle className="left" cx="8" cy="8" r="6" />
          </svg>
          <span className="vh">{says}</span>
          <span className="med">{stateText}</span>
          <span className="fs12 t3 num" aria-live="off">
            <RunningTime step={step} />
          </span>
        </li>
      );
    case 'passed': {
      const isToken = step.name === 'token';
      const side =
        !isToken && step.detail !== null ? step.detail : elapsedText(step.elapsedMs, locale);
      return (
        <li>
          <Icon name="st-done" className="c-done" label={says} />
          <span className="med">{stateText}</span>
          <span className="fs12 t3 num">{side}</span>
          {isToken && step.detail !== null ? (
            <span className="d">{connect.renewed(step.detail)}</span>
          ) : null}
        </li>
      );
    }
    case 'failed':
      return (
        <li>
          <Icon name="st-problem" className="c-problem" label={says} />
          <span className="med">{stateText}</span>
          <span className="fs12 t3 num">
            {step.httpStatus ?? elapsedText(step.elapsedMs, locale)}
          </span>
          <span className="d">{step.message}</span>
        </li>
      );
    default:
      return step satisfies never;
  }
}

/** The three things that a connection test finds out, each with its state. */
export function ConnectionSteps({ test }: { readonly test: ConnectionTest | null }) {
  return (
    <div aria-live="polite">
      <ol className="checks">
        {(test ?? notStarted).steps.map((step) => (
          <StepLine key={step.name} step={step} />
        ))}
      </ol>
    </div>
  );
}

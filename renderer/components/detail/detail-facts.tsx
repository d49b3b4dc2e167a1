import { phoneText } from '../../actions.ts';
import type { OrderRow, TrailPoint } from '../../../core/board/board.ts';
import type { StopRef } from '../../../core/order/courier-move.ts';
import { clockText, distanceText, moneyText } from '../../../core/order/format.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { mapLink, pointText } from '../../../core/order/geo.ts';
import { isFinished } from '../../../core/order/order-status.ts';
import { paymentText, priceLineName, vehicleText } from '../../../core/order/service-texts.ts';
import type { GeoPoint, Order, PriceLine, Stop } from '../../../core/order/order.ts';
import { CourierAge } from '../list/order-row.tsx';
import { noCourierText } from '../list/row-look.ts';
import { withKey } from '../../command-list.ts';
import { ordersOfCourier } from '../../board/views.ts';
import { orderCommands } from '../order-commands.ts';
import { Keys } from '../controls/keys.tsx';
import { type NextStop, stopsAhead } from './next-stop.ts';
import {
  useIsPast,
  useIsViewer,
  useModel,
  useSettings,
  useSlice,
  useText,
} from '../../model-context.tsx';
import { Received } from '../controls/received.tsx';
import { Moment } from '../controls/times.tsx';
import type { ReadableAnswer } from '../../../core/privacy/raw-json.ts';
import type { PhoneOwner, WholePhone } from '../../../core/privacy/privacy-ledger.ts';
import { AmountQuestion } from '../connection/amounts.tsx';
import { Button, CopyButton, IconButton } from '../controls/button.tsx';

interface PhoneProps {
  readonly id: OrderId;
  readonly owner: PhoneOwner;
  readonly masked: WholePhone;
  readonly whom: string;
}

/** A phone number with its extension, masked until shown, and masked again after 30 seconds. */
function Phone({ id, owner, masked, whom }: PhoneProps) {
  const { detail, actions, layers } = useModel();
  const text = useText();
  const texts = text.detail;
  const shown = useSlice(detail, (state) => state.phones.get(owner) ?? null);
  const isShown = shown !== null;
  const isViewer = useIsViewer();
  const isPast = useIsPast();
  const number = <bdi className="num breaks">{phoneText(shown ?? masked, text)}</bdi>;
  // The hub gives a desk that looks on no whole number.
  if (isViewer || isPast) return number;
  return (
    <>
      {number}
      <span className="end phone-actions">
        <Button
          look="quiet s"
          aria-label={isShown ? texts.hidePhoneOf(whom) : texts.showPhoneOf(whom)}
          onClick={() => {
            if (isShown) detail.hidePhone(owner);
            else void detail.showPhone(owner);
          }}
        >
          {isShown ? texts.hide : texts.show}
        </Button>
        <CopyButton
          label={texts.copyPhoneOf(whom)}
          onCopy={() => void actions.copyPhone(id, owner)}
        />
        <IconButton
          icon="phone"
          look="quiet s"
          isSmall
          label={text.courierWay.call(whom)}
          title={text.courierWay.call(whom)}
          onClick={() => layers.openDial({ id, owner })}
        />
      </span>
    </>
  );
}

/** Copies the address of a map with a mark at this point. Nothing is opened or asked for. */
function CopyMapLink({ point, whom }: { readonly point: GeoPoint; readonly whom: string }) {
  const { actions, isPast } = useModel();
  const { detail: texts, toast } = useText();
  if (isPast) return null;
  const label = texts.copyMapLinkOf(whom);
  return (
    <IconButton
      icon="map"
      look="quiet s"
      isSmall
      label={label}
      title={label}
      onClick={() => void actions.copy(mapLink(point), toast.mapLinkCopied)}
    />
  );
}

function Position({ point }: { readonly point: GeoPoint }) {
  const { actions, isPast } = useModel();
  const { detail: texts, toast } = useText();
  const position = pointText(point);
  if (isPast) return <span className="num">{position}</span>;
  return (
    <>
      <span className="num">{position}</span>
      <span className="end hstack">
        <CopyMapLink point={point} whom={texts.theCourier} />
        <CopyButton
          label={texts.copyPosition}
          onCopy={() => void actions.copy(position, toast.positionCopied)}
        />
      </span>
    </>
  );
}

/** What can be done with a courier and for the customer: the text to send, and what else the courier has. */
function CourierActions({ row }: { readonly row: OrderRow }) {
  const model = useModel();
  const { courierWay: texts, language } = useText();
  const others = useSlice(
    model.board,
    ({ rows }) => ordersOfCourier(rows, row.id).filter((id) => id !== row.id).length,
  );
  const { customerText, sameCourier } = orderCommands(model, [row.id]);
  if (model.isPast) return null;
  return (
    <div className="hstack wraps courier-actions">
      {others === 0 ? null : (
        <Button
          look="s"
          title={withKey(texts.sameCourier, 'sameCourier')}
          onClick={sameCourier.run}
        >
          {texts.others(others)} <Keys keys={sameCourier.keys} />
        </Button>
      )}
      <Button
        look="s quiet"
        title={withKey(texts.customerText(language), 'customerText')}
        onClick={customerText.run}
      >
        {texts.customerText(language)} <Keys keys={customerText.keys} />
      </Button>
    </div>
  );
}

/** The courier of the order. */
export function CourierSection({ order, row }: { readonly order: Order; readonly row: OrderRow }) {
  const text = useText();
  const texts = text.detail;
  const { courier, vehicleType } = order;
  const vehicle =
    vehicleType === null ? null : (
      <bdi className="tag end cut" title={vehicleType}>
        {vehicleText(vehicleType, text.language)}
      </bdi>
    );
  if (!courier) {
    return (
      <section className="sec">
        <h3>{texts.courier}</h3>
        <div className="hstack">
          <span className="t3">{noCourierText(row, text)}</span>
          {vehicle}
        </div>
      </section>
    );
  }
  return (
    <section className="sec">
      <h3>
        {texts.courier}
        {courier.fix === null ? null : (
          <span className="r">
            <CourierAge row={row} />
          </span>
        )}
      </h3>
      <dl className="kvs">
        <dt>{texts.name}</dt>
        <dd>
          {courier.name === null ? (
            <span className="t3">{texts.noName}</span>
          ) : (
            <Received className="cut" text={courier.name} />
          )}
          {vehicle}
        </dd>
        <dt>{texts.phone}</dt>
        <dd>
          {courier.phoneNumber === null ? (
            <span className="t3">{texts.noPhone}</span>
          ) : (
            <Phone
              id={order.id}
              owner="courier"
              masked={{ phoneNumber: courier.phoneNumber, phoneExtension: null }}
              whom={texts.theCourier}
            />
          )}
        </dd>
        <dt>{texts.position}</dt>
        <dd>
          {courier.fix === null ? (
            <span className="t3">
              {isFinished(order.status.phase) ? texts.positionNotGiven : texts.noPosition}
            </span>
          ) : (
            <Position point={courier.fix} />
          )}
        </dd>
      </dl>
      <CourierActions row={row} />
    </section>
  );
}

interface StopLineProps {
  readonly orderId: OrderId;
  /** The stop that the courier goes to next, wherever it is in the list. */
  readonly next: NextStop | null;
  readonly stop: StopRef;
  readonly place: Stop;
  readonly scheduledAtMs: number | null;
}

function StopLine({ orderId, next, stop, place, scheduledAtMs }: StopLineProps) {
  const text = useText();
  const texts = text.detail;
  const whom = stop === 'pickup' ? texts.thePickup : texts.stopNumber(stop);
  const address = [place.floorOrUnitNumber, place.streetAddress].filter(Boolean).join(', ');
  const name = place.name ?? (address === '' ? null : address);
  const { contact } = place;
  return (
    <li>
      <span className={stop === 'pickup' ? 'mark sq' : 'mark'}>
        {stop === 'pickup' ? text.map.pickup : stop}
      </span>
      <div className="stop-facts">
        <div className="hstack">
          {name === null ? (
            <span className="t3 grow">{texts.unnamedStop}</span>
          ) : (
            <Received className="med grow breaks" text={name} />
          )}
          <div className="fs12 t3 num stop-when">
            {next?.stop === stop ? (
              <div>{texts.away(distanceText(next.distanceMeters, text.locale))}</div>
            ) : null}
            {scheduledAtMs === null ? null : (
              <div>
                {texts.planned('')}
                <Moment atMs={scheduledAtMs} />
              </div>
            )}
          </div>
          {place.point === null ? null : <CopyMapLink point={place.point} whom={whom} />}
        </div>
        {place.name !== null && address !== '' ? (
          <div className="fs12 t2 breaks">
            <Received text={address} />
          </div>
        ) : null}
        {contact ? (
          <div className="fs12 t2 hstack contact">
            {contact.name === null ? null : <Received className="cut" text={contact.name} />}
            {contact.phoneNumber === null && contact.phoneExtension === null ? null : (
              <span className="phone-line">
                <Phone id={orderId} owner={stop} masked={contact} whom={whom} />
              </span>
            )}
          </div>
        ) : null}
      </div>
    </li>
  );
}

interface StopsSectionProps {
  readonly order: Order;
  readonly trail: readonly TrailPoint[];
}

/** The pickup and the destinations. */
export function StopsSection({ order, trail }: StopsSectionProps) {
  const next = stopsAhead(order, trail)[0] ?? null;
  const texts = useText().detail;
  const many = order.destinations.length + (order.pickup ? 1 : 0);
  if (many === 0) return null;
  return (
    <section className="sec">
      <h3>
        {texts.stops}
        <span className="r">{texts.stopCount(many)}</span>
      </h3>
      <ol className="stops">
        {order.pickup ? (
          <StopLine
            orderId={order.id}
            next={next}
            stop="pickup"
            place={order.pickup}
            scheduledAtMs={order.pickup.scheduledAtMs}
          />
        ) : null}
        {order.destinations.map((place, index) => (
          <StopLine
            // A destination has no id: its place in the route identifies it.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            orderId={order.id}
            next={next}
            stop={index + 1}
            place={place}
            scheduledAtMs={null}
          />
        ))}
      </ol>
    </section>
  );
}

function BillLine({ line, order }: { readonly line: PriceLine; readonly order: Order }) {
  const { detail: texts, locale } = useText();
  const { priceUnit } = useSettings();
  const { name, more } = priceLineName(line.key, line.reason);
  return (
    <tr>
      <td title={line.key ?? undefined}>
        {name === null ? texts.unnamedLine : <Received text={name} />}{' '}
        {more === null ? null : <Received className="t3 fs12" text={more} />}
      </td>
      <td>{line.quantity === null ? null : texts.times(line.quantity)}</td>
      <td>
        {line.amount === null
          ? null
          : moneyText(
              { amount: line.amount, currency: order.price?.currency ?? null },
              priceUnit,
              locale,
            )}
      </td>
    </tr>
  );
}

/** The price, line by line as received. */
export function PriceSection({ order }: { readonly order: Order }) {
  const { detail: texts, language, locale } = useText();
  const { priceUnit } = useSettings();
  const isPast = useIsPast();
  const missing = isFinished(order.status.phase) ? texts.priceNotGiven : texts.noPrice;
  return (
    <section className="sec">
      <h3>
        {texts.price}
        {order.paymentMethod === null ? null : (
          <bdi className="r cut" title={order.paymentMethod}>
            {paymentText(order.paymentMethod, language)}
          </bdi>
        )}
      </h3>
      {order.price === null && order.priceBreakdown.length === 0 ? (
        <span className="t3">{missing}</span>
      ) : (
        <table className="bill">
          <tbody>
            {order.priceBreakdown.map((line, index) => (
              // Two lines of a bill may be equal in everything.
              // oxlint-disable-next-line react/no-array-index-key
              <BillLine key={index} line={line} order={order} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={2}>{texts.total}</td>
              <td>
                {order.price === null ? (
                  <span className="t3">{missing}</span>
                ) : (
                  moneyText(order.price, priceUnit, locale)
                )}
              </td>
            </tr>
          </tfoot>
        </table>
      )}
      {order.price === null || isPast ? null : <AmountQuestion price={order.price} />}
    </section>
  );
}

/** The order as the service sent it, asked for and drawn only while it is unfolded. */
export function RawSection({ observedAtMs }: { readonly observedAtMs: number | null }) {
  const { detail } = useModel();
  const text = useText();
  const { answer, isAnswerOpen } = useSlice(detail, (state) => state);
  return (
    <details
      className="raw"
      open={isAnswerOpen}
      onToggle={({ currentTarget }) => detail.setAnswerOpen(currentTarget.open)}
    >
      <summary>
        <span className="chevron" aria-hidden="true" />
        <span className="grow">{text.detail.raw}</span>
        {observedAtMs === null ? null : (
          <span className="fs11 t3 num">{clockText(observedAtMs, text.locale)}</span>
        )}
      </summary>
      {answer === undefined ? null : answer === null ? (
        <p className="t2">{text.detail.rawNotKept}</p>
      ) : (
        <RawAnswer {...answer} />
      )}
    </details>
  );
}

function RawAnswer({ text: answer, leftOutCount }: ReadableAnswer) {
  const { actions } = useModel();
  const { detail: texts, toast } = useText();
  return (
    <>
      {leftOutCount === 0 ? null : <p className="t2">{texts.rawLeftOut(leftOutCount)}</p>}
      <pre className="json" dir="ltr">
        {answer}
      </pre>
      <Button look="s quiet copy-raw" onClick={() => void actions.copy(answer, toast.rawCopied)}>
        {texts.copyRaw}
      </Button>
    </>
  );
}

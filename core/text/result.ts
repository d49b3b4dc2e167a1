/**
 * The answer of something that can be refused for a reason the caller should handle, such as text
 * that holds no uuid. A refusal is an ordinary value; failures of the outside world are thrown as
 * {@link DeliveryError} and defects are thrown as they are.
 */
export type Result<Value, Refusal> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Refusal };

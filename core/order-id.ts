declare const orderIdBrand: unique symbol;

/** The uuid of an order in its canonical form: 36 characters, lower case, four hyphens. */
export type OrderId = string & { readonly [orderIdBrand]: true };

/** APIs with a filtered stream, each with its own rules, in the addresses of pages. */
export const PRODUCTS = ['2', 'labs-1'] as const
export type RuleProduct = (typeof PRODUCTS)[number]

const DEFAULT: RuleProduct = '2'

/** The part of an address that names an API; nothing for API v2. */
export interface ProductSearch {
  readonly product?: RuleProduct
}

/** Reads {@link ProductSearch} from an address. @param product any value */
export function productSearch(product: unknown): ProductSearch {
  const known = PRODUCTS.find((each) => each === product)
  return known === undefined || known === DEFAULT ? {} : { product: known }
}

export function productOf({ product }: ProductSearch): RuleProduct {
  return product ?? DEFAULT
}

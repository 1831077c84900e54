/** The APIs with a filtered stream, each with separate rules, by their names in URLs. */
export const PRODUCTS = ['2', 'labs-1'] as const
export type RuleProduct = (typeof PRODUCTS)[number]

const DEFAULT: RuleProduct = '2'

/** The parameter of a URL that names an API. It is absent for API v2. */
export interface ProductSearch {
  readonly product?: RuleProduct
}

/** Reads {@link ProductSearch} from a URL. @param product the value in the URL, of any type */
export function productSearch(product: unknown): ProductSearch {
  const known = PRODUCTS.find((each) => each === product)
  return known === undefined || known === DEFAULT ? {} : { product: known }
}

export function productOf({ product }: ProductSearch): RuleProduct {
  return product ?? DEFAULT
}

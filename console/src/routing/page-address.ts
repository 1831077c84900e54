/** The address of a page: parameters of its path, and its search as the route reads it. */
export interface PageAddress {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly search: Readonly<Record<string, unknown>>
}

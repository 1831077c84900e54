/** The parameters in a page’s path, and its query as the route parses it. */
export interface PageAddress {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly search: Readonly<Record<string, unknown>>
}

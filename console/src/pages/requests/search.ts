/** The state of the page in the URL. */
export interface RequestsSearch {
  readonly method?: string
  /** A text that the path contains. */
  readonly path?: string
  /** The first digit of the status. */
  readonly status?: string
  /** The kind of credentials, `refused`, or the id of a user. */
  readonly token?: string
  /** Id of the request whose details are shown. */
  readonly selected?: string
  readonly live?: 'paused'
}

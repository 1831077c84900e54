/** Input of a client script. */
export interface World {
  readonly key: string
  readonly secret: string
  readonly bearer: string
  readonly accessToken: string
  readonly accessSecret: string
}

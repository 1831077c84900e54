/** A user with a token of the app. */
export interface Side {
  readonly id: string
  readonly token: string
  readonly secret: string
}

export interface World {
  readonly key: string
  readonly secret: string
  readonly ada: Side
  readonly bob: Side
}

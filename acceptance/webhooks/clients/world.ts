/** Input of a script: an app with the tokens of its owner and of another user. */
export interface World {
  readonly key: string
  readonly secret: string
  readonly owner: Side
  readonly other: Side
}

export interface Side {
  readonly id: string
  readonly token: string
  readonly secret: string
}

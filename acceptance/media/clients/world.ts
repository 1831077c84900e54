/** Input of the client scripts. */
export interface World {
  readonly key: string
  readonly secret: string
  readonly accessToken: string
  readonly accessSecret: string
  readonly userId: string
  /** Files to upload. */
  readonly picture: string
  readonly movingPicture: string
  readonly video: string
}

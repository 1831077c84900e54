/** Input of a client script, and a function that acts as the user in the browser. */
import { formOn, PageVisitor } from '../../../test/support/http/page-visitor.ts'

export interface World {
  readonly clientId: string
  /** Undefined for a public client. */
  readonly clientSecret?: string
  readonly callback: string
  readonly login: string
  readonly password: string
  readonly userId: string
}

/** Follows a link to the consent page and approves; returns the URL of the app with the code. */
export async function approve(
  link: string,
  { login, password }: Pick<World, 'login' | 'password'>,
): Promise<URL> {
  const visitor = new PageVisitor(new URL(link).origin)
  const page = await visitor.get(link)
  const { status, location } = await visitor.post(formOn(page), {
    ...PageVisitor.typed(login, password),
    allow: 'true',
  })
  if (status !== 303 || location === undefined) throw new Error(`not sent back: ${status}`)
  return new URL(location)
}

/** Opens a browser for each of several members of a network with public pages. */
import type { Engine } from '../../../src/db/query.ts'
import { createUser } from '../../../src/domain/accounts/create-user.ts'
import type { User } from '../../../src/domain/accounts/user.ts'
import { type Hooks, shareInSuite } from '../engines.ts'
import { startTestServer, type TestServerOptions } from '../server.ts'
import { formOn, PageVisitor, type SeenForm, type SeenPage } from './page-visitor.ts'

export const PASSWORD = 'a good password'
const ACCEPT = { accept: 'text/html' }

/** A browser that a member uses to visit pages of the network. */
export class MemberBrowser {
  readonly visitor: PageVisitor
  readonly url: string

  constructor(url: string) {
    this.url = url
    this.visitor = new PageVisitor(url)
  }

  get(path: string): Promise<SeenPage> {
    return this.visitor.get(path, ACCEPT)
  }

  post(form: Pick<SeenForm, 'action' | 'fields'>, typed: Record<string, string> = {}): Promise<SeenPage> {
    return this.visitor.post(form, typed)
  }

  /**
   * Presses the button of a page with the action `act`.
   * @param id id of the post or user, if several have this button
   */
  async press(path: string, act: string, id?: bigint): Promise<SeenPage> {
    const page = await this.get(path)
    const form = page.forms.find(
      ({ acts, fields }) => acts.includes(act) && (id === undefined || fields['id'] === String(id)),
    )
    if (form === undefined) throw new Error(`${path} has no button ${act}: ${page.html}`)
    return this.post(form, { act })
  }

  async signIn(screenName: string, password = PASSWORD): Promise<SeenPage> {
    return this.post(formOn(await this.get('/settings/sign_in')), PageVisitor.typed(screenName, password))
  }
}

/** Starts a server with public pages, and signs its members in. */
export async function openMembers(
  t: Hooks,
  engine: Engine,
  settings: Record<string, unknown> = {},
  options: Pick<TestServerOptions, 'clock'> = {},
) {
  const server = await startTestServer(t, {
    ...options,
    engine,
    settings: { public_pages: 'listed', limits: 'off', ...settings },
  })
  const { url, context } = server
  const join = async (screenName: string): Promise<{ user: User; browser: MemberBrowser }> => {
    const user = await createUser(context, {
      screenName,
      email: `${screenName}@example.org`,
      password: PASSWORD,
    })
    const browser = new MemberBrowser(url)
    await browser.signIn(screenName)
    return { user, browser }
  }
  return { ...server, join }
}

/** Declares a server like that of {@link openMembers} for the tests of a suite or of a file. */
export function shareMembers(engine: Engine): () => ReturnType<typeof openMembers> {
  return shareInSuite((hooks) => openMembers(hooks, engine))
}

/** Starts a server with demo data and a signed-in browser, for tests of the console. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { CONSOLE_DIST } from '../../../src/api/console/_app/files.ts'
import { loadNetwork } from '../../../src/demo/load.ts'
import type { User } from '../../../src/domain/accounts/user.ts'
import { type CreatedApp, createApp } from '../../../src/domain/apps/create-app.ts'
import { type ConsoleUser, createConsoleUser } from '../../../src/domain/console/console-account.ts'
import { openConsoleSession } from '../../../src/domain/console/sessions.ts'
import { startBrowser } from '../../support/http/browser.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../../support/server.ts'
import { watchPage } from './check-page.ts'

export const EMAIL = 'ada@example.org'
export const PASSWORD = 'correct horse battery staple'

/**
 * Number of users in the demo network. The network is large enough to show names and pictures, and small
 * enough for a quick start.
 */
const DEMO_USERS = 60

export interface ConsoleStage extends TestServer {
  readonly browser: Browser
  /** A context of the browser with the cookies of a signed-in user. */
  readonly signedIn: BrowserContext
  /** The user of the network whose apps the console manages. */
  readonly user: User
  readonly consoleUser: ConsoleUser
  readonly app: CreatedApp
  /** Opens a page of the console, such as `/apps`, and waits for its heading. */
  open(path: string, options?: { readonly signedOut?: true }): Promise<Page>
  /** Removes the session cookie of the browser, so that the browser is signed out. */
  endSession(): Promise<void>
}

/**
 * Starts the server and the browser. Both are closed at the end of the test.
 * @throws {Error} if the console is not built
 */
export async function startConsole(t: TestContext, options: TestServerOptions = {}): Promise<ConsoleStage> {
  if (!existsSync(join(CONSOLE_DIST, 'index.html'))) {
    throw new Error('the console is not built; run "npm run console"')
  }
  const server = await startTestServer(t, options)
  const { context, url } = server
  const { visitor } = await loadNetwork(context, { seed: 1, users: DEMO_USERS })
  const app = await createApp(context, {
    ownerId: visitor.id,
    name: 'Bird watcher',
    description: 'Counts the birds that people mention.',
    url: 'https://birds.example.org',
    permissions: 'read-write',
  })
  const consoleUser = await createConsoleUser(context, {
    ...{ accountName: 'acme', email: EMAIL, password: PASSWORD, role: 'admin' },
    userId: visitor.id,
  })
  const browser = await startBrowser(t)
  const signedIn = await browser.newContext()
  const signIn = async () => {
    const value = await openConsoleSession(context, {
      ...{ consoleUserId: consoleUser.id, browser: 'test', address: '127.0.0.1', before: undefined },
    })
    await signedIn.addCookies([{ name: 'aviary_console', value, url, httpOnly: true, sameSite: 'Strict' }])
  }
  await signIn()
  const open: ConsoleStage['open'] = async (path, { signedOut } = {}) => {
    const page = await (signedOut === true ? await browser.newContext() : signedIn).newPage()
    const watch = watchPage(page, url)
    t.after(() => watch.assertPolicyKept())
    await page.goto(`${url}/console${path}`)
    await page.waitForSelector('h1')
    return page
  }
  const endSession = () => signedIn.clearCookies()
  return { ...server, browser, signedIn, user: visitor, consoleUser, app, open, endSession }
}

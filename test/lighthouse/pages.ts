/**
 * Lists the measured pages, each with its name and its path: public pages, pages of the console, and pages of
 * the operator's desk.
 */

export interface MeasuredPage {
  readonly name: string
  readonly path: string
  readonly isSignedIn: boolean
}

/** Facts about the demo that paths need. */
export interface DemoFacts {
  readonly appId: string
  readonly username: string
  readonly userId: string
  readonly postId: string
  readonly reportId: string
  readonly webhookId: string
}

const APP_TABS = [
  ...['settings', 'keys', 'oauth2', 'users', 'usage', 'requests', 'signature', 'rules', 'live', 'webhooks'],
] as const

/** Pages of the desk whose URL has no id. */
const DESK_LISTS = [
  ...['server', 'imports', 'exports', 'backups', 'versions', 'test', 'audit', 'users', 'posts', 'reports'],
  ...['sign-ups', 'apps', 'projects', 'failed-items', 'console-users', 'streams'],
] as const

/** The names of desk pages begin with `desk-`, because the console has pages with the same names. */
export function pagesOf({ appId, username, ...facts }: DemoFacts): readonly MeasuredPage[] {
  const signedOut = (name: string, path: string) => ({ name, path, isSignedIn: false })
  const signedIn = (name: string, path: string) => ({ name, path, isSignedIn: true })
  const desk = (name: string, path: string) => signedIn(`desk-${name}`, `/console/operator/${path}`)
  return [
    signedOut('landing', '/'),
    signedOut('sign-in', '/console/sign-in'),
    signedOut('profile', `/${username}`),
    signedOut('hashtag', '/hashtag/birds'),
    signedOut('search', '/search?q=birds'),
    signedIn('overview', '/console'),
    signedIn('apps', '/console/apps'),
    ...APP_TABS.map((tab) => signedIn(tab, `/console/apps/${appId}/${tab}`)),
    signedIn('compliance', '/console/compliance'),
    signedIn('reference', '/console/reference'),
    signedIn('account', '/console/account'),
    ...DESK_LISTS.map((name) => desk(name, name)),
    desk('user', `users/${facts.userId}`),
    desk('post', `posts/${facts.postId}`),
    desk('report', `reports/${facts.reportId}`),
    desk('app', `apps/${appId}`),
    desk('webhook', `webhooks/${facts.webhookId}`),
  ]
}

/** The pages that are measured: paths by name, of the console and of the public pages. */

export interface MeasuredPage {
  readonly name: string
  readonly path: string
  readonly isSignedIn: boolean
}

/** Facts of the demo that addresses need. */
export interface DemoFacts {
  readonly appId: string
  readonly username: string
}

const APP_TABS = [
  ...['settings', 'keys', 'oauth2', 'users', 'usage', 'requests', 'signature', 'rules', 'live', 'webhooks'],
] as const

export function pagesOf({ appId, username }: DemoFacts): readonly MeasuredPage[] {
  const signedOut = (name: string, path: string) => ({ name, path, isSignedIn: false })
  const signedIn = (name: string, path: string) => ({ name, path, isSignedIn: true })
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
  ]
}

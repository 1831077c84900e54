import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preloadLinks } from './preloads.ts'

const PARTS = {
  Shell: ['assets/Shell-1.js', 'assets/Shell-1.css'],
  AppLayout: ['assets/AppLayout-1.js', 'assets/shared-1.js'],
  OperatorLayout: ['assets/OperatorLayout-1.js'],
  ...Object.fromEntries(
    [
      'Overview',
      'Apps',
      'OAuth2',
      'Usage',
      'Settings',
      'Users',
      'DeskUsers',
      'Audit',
      'SignIn',
      'Reference',
    ].map((name) => [`${name}Page`, [`assets/${name}Page-1.js`, 'assets/shared-1.js']]),
  ),
}

/** Names of the preloaded scripts. */
function scriptsAt(path: string): string[] {
  return [
    ...preloadLinks(path, PARTS).matchAll(
      /rel="modulepreload" crossorigin href="\/console\/assets\/(\w+)-1\.js"/g,
    ),
  ]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'shared')
}

test('each path preloads the files of its layout and its page, without duplicates', () => {
  for (const [path, ...scripts] of [
    ['/console', 'Shell', 'OverviewPage'],
    ['/console/', 'Shell', 'OverviewPage'],
    ['/console/apps', 'Shell', 'AppsPage'],
    ['/console/apps/12', 'Shell', 'AppLayout', 'SettingsPage'],
    ['/console/apps/12/oauth2', 'Shell', 'AppLayout', 'OAuth2Page'],
    ['/console/apps/12/users', 'Shell', 'AppLayout', 'UsersPage'],
    ['/console/reference/getV11UsersShow', 'Shell', 'ReferencePage'],
    ['/console/operator/users', 'Shell', 'OperatorLayout', 'DeskUsersPage'],
    ['/console/operator/audit', 'Shell', 'OperatorLayout', 'AuditPage'],
    ['/console/sign-in', 'SignInPage'],
    ['/console/none', 'Shell'],
    ['/console/constructor/"><script>', 'Shell'],
  ] as const) {
    assert.deepEqual(scriptsAt(path), scripts, path)
  }
  assert.equal(preloadLinks('/console/apps/12/usage', PARTS).split('shared-1').length, 2)
  assert.match(
    preloadLinks('/console', PARTS),
    /rel="preload" as="style" crossorigin href="\/console\/assets\/Shell-1.css"/,
  )
  assert.match(
    preloadLinks('/console', PARTS),
    /^<link rel="preload" as="fetch" crossorigin href="\/console\/api\/session">/,
  )
  assert.doesNotMatch(preloadLinks('/console/sign-in', PARTS), /session/)
  assert.equal(preloadLinks('/console/apps', {}), '')
})

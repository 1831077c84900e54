/** The documentation site (docs/decisions/0128-docs-site.md). */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { outsideLinks } from './links.ts'

const DOCS = fileURLToPath(new URL('..', import.meta.url))

/** Pages of a folder with their headings, in the order of their names. */
function pagesOf(folder: string): { text: string; link: string }[] {
  return globSync(`${folder}/*.md`, { cwd: DOCS })
    .sort()
    .map((path) => ({ text: headingOf(path), link: `/${path.replace(/\.md$/, '')}` }))
}

function headingOf(path: string): string {
  return /^# (.*)$/m.exec(readFileSync(`${DOCS}${path}`, 'utf8'))?.[1]?.replaceAll('`', '') ?? path
}

const page = (text: string, link: string) => ({ text, link: `/${link}` })

// biome-ignore lint/style/noDefaultExport: VitePress reads the default export.
export default defineConfig({
  title: 'Aviary',
  description: 'A self-hosted server that speaks the Social Data API of a short-post network',
  lang: 'en',
  cleanUrls: false,
  lastUpdated: false,
  srcExclude: ['**/node_modules/**'],
  ignoreDeadLinks: [/^https?:\/\/(?:localhost|127\.0\.0\.1)/],
  markdown: { config: outsideLinks },
  // The reference of endpoints is one long page.
  vite: { build: { chunkSizeWarningLimit: 4_000 } },
  themeConfig: {
    search: { provider: 'local' },
    outline: { level: [2, 3] },
    nav: [
      page('Start', 'start'),
      page('Guides', 'guides/testing'),
      page('Clients', 'clients'),
      page('Reference', 'endpoints'),
      page('Operating', 'operating'),
    ],
    sidebar: [
      { text: 'Start', items: [page('One minute', 'start')] },
      {
        text: 'Guides',
        items: [
          page('Test a bot', 'guides/testing'),
          page('Work with an archive or data set', 'guides/research'),
          page('Run a community', 'guides/community'),
          page('Prove compliance', 'guides/compliance'),
          page('Sign users in with OAuth 2.0', 'guides/sign-in'),
        ],
      },
      {
        text: 'How to',
        items: [
          page('Connect a client', 'clients'),
          page('Try posts, streams and rules', 'posts-and-streams'),
          page('Receive webhooks', 'webhooks'),
          page('Use the console', 'console'),
          page('Import files', 'importing'),
          page('Export files', 'exports'),
        ],
      },
      { text: 'Tests of clients', collapsed: true, items: pagesOf('testing') },
      {
        text: 'Concepts',
        items: [
          page('Cursors', 'concepts/cursors'),
          page('Streams and resume', 'concepts/streams'),
          page('Compliance', 'concepts/compliance'),
          page('Versions by date', 'concepts/versions'),
          page('Storage', 'concepts/storage'),
        ],
      },
      {
        text: 'Operating',
        items: [
          page('Operating', 'operating'),
          page('Several nodes', 'nodes'),
          page('Scale', 'scale'),
          page('Upgrade', 'upgrade'),
          page('Durability', 'durability'),
          page('Fault runs', 'faults'),
          page('Performance', 'performance'),
        ],
      },
      {
        text: 'Reference',
        items: [
          page('Features', 'features'),
          page('Commands', 'commands'),
          page('Settings', 'settings'),
          page('Endpoints', 'endpoints'),
          page('Errors', 'errors'),
          page('Limits', 'limits'),
          page('Events', 'events'),
          page('Tools', 'tools'),
        ],
      },
      { text: 'Specification', collapsed: true, items: pagesOf('spec') },
      { text: 'Lab notes', collapsed: true, items: pagesOf('lab') },
      { text: 'Decisions', collapsed: true, items: pagesOf('decisions') },
    ],
  },
})

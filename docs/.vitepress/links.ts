/** Links of pages to files outside of this folder. */
import { dirname, posix, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { repositoryOfCheckout } from '../../scripts/release/repository.ts'

const DOCS = fileURLToPath(new URL('..', import.meta.url))
const ROOT = resolve(DOCS, '..')

/** Address of the repository of this checkout, without a trailing slash; undefined for a checkout without a remote. */
function repositoryUrl(): string | undefined {
  return repositoryOfCheckout()
    ?.url.replace(/^git\+/, '')
    .replace(/\.git$/, '')
}

/** A part of the parsed Markdown, as markdown-it has it. */
interface Token {
  type: string
  tag: string
  children: Token[] | null
  attrGet(name: string): string | null
  attrSet(name: string, value: string): void
}

interface Parser {
  readonly core: {
    readonly ruler: {
      push(name: string, rule: (state: { tokens: Token[]; env: { path?: string } }) => void): void
    }
  }
}

/**
 * Links to files of the repository outside of `docs` lead to the repository; without a known address they become text with the path as
 * its title. test/layout checks that the files exist.
 */
export function outsideLinks(parser: Parser): void {
  const repository = repositoryUrl()
  parser.core.ruler.push('outside-links', ({ tokens, env }) => {
    const page = env.path ?? resolve(DOCS, 'index.md')
    for (const { children } of tokens) if (children !== null) rewrite(children, page, repository)
  })
}

function rewrite(children: readonly Token[], page: string, repository: string | undefined): void {
  let isText = false
  for (const token of children) {
    if (token.type === 'link_open') {
      const path = pathOutside(token.attrGet('href') ?? '', page)
      isText = path !== undefined && repository === undefined
      if (path === undefined) continue
      if (repository !== undefined) token.attrSet('href', `${repository}/blob/main/${path}`)
      else asText(token, path)
    } else if (token.type === 'link_close' && isText) {
      token.tag = 'span'
      isText = false
    }
  }
}

function asText(token: Token, path: string): void {
  token.tag = 'span'
  token.type = 'text_open'
  token.attrSet('title', path)
}

/** The path from the root of the repository; undefined for pages, anchors and web addresses. */
function pathOutside(href: string, page: string): string | undefined {
  if (/^(?:\w+:|#|\/)/.test(href)) return undefined
  const target = resolve(dirname(page), decodeURI(href.replace(/#.*$/, '')))
  const isPage = target.startsWith(DOCS) && /\.(?:md|png)$/.test(target)
  return isPage ? undefined : posix.normalize(relative(ROOT, target))
}

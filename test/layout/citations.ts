/**
 * Checks citations of the specification. The citation `spec/followers.md#cursors` names a page of docs/spec and a
 * heading on that page.
 */
import { posix } from 'node:path'
import type { Document } from './documents.ts'
import { type Finding, fileFinding } from './finding.ts'

/** Heading anchors of each page of docs/spec, by file name. */
export type Specification = ReadonlyMap<string, ReadonlySet<string>>

const FOLDER = 'docs/spec/'

/** Former names of pages in docs/spec. */
const OLD_PAGES = ['common', 'data-formats', 'labs-filtered-stream', 'social-data-api']

/** Matches a citation. `docs/spec/…` is a path and no citation. */
const CITATION = /(?<![\w/])spec\/([\w-]+\.md)(?:#([\w-]+))?/g

/** The anchors of all pages of the specification, taken from the documents. */
export function specificationOf(documents: readonly Document[]): Specification {
  return new Map(
    documents
      .filter(({ path }) => path.startsWith(FOLDER))
      .map(({ path, text }) => [path.slice(FOLDER.length), anchorsOf(text)]),
  )
}

/** The anchors of the headings below the title of a page, as GitHub makes them. */
function anchorsOf(text: string): ReadonlySet<string> {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '')
  return new Set([...prose.matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)))
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')
}

/** Rule: a citation names an existing page and heading. README.md is cited without a heading. */
export function checkCitations(files: readonly Document[], specification: Specification): Finding[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(CITATION)]
      .map(([citation, page = '', anchor]) => faultOf(citation, page, anchor, specification))
      .filter((fault) => fault !== undefined)
      .map((fault) => fileFinding(path, fault)),
  )
}

function faultOf(citation: string, page: string, anchor: string | undefined, specification: Specification) {
  const headings = specification.get(page)
  if (headings === undefined) return `cites ${citation}; docs/spec has no such page`
  if (anchor === undefined) return page === 'README.md' ? undefined : `cites ${citation} without a heading`
  return headings.has(anchor) ? undefined : `cites ${citation}; ${FOLDER}${page} has no such heading`
}

/** Rule: links of documents into docs/spec lead to existing headings. */
export function checkSpecificationLinks(
  documents: readonly Document[],
  specification: Specification,
): Finding[] {
  return documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!\w+:)([^)#\s]*)#([^)\s]+)\)/g)]
      .map(([, file = '', anchor = '']) => [
        file === '' ? path : posix.join(posix.dirname(path), file),
        anchor,
      ])
      .filter(([file = '', anchor = '']) => {
        const headings = file.startsWith(FOLDER) ? specification.get(file.slice(FOLDER.length)) : undefined
        return headings !== undefined && !headings.has(anchor)
      })
      .map(([file, anchor]) => fileFinding(path, `links to ${file}#${anchor}, and there is no such heading`)),
  )
}

/** Rule: no citation has an old format, such as `followers.md section 3` or `common.md 5 Nonce`. */
export function checkOldCitations(files: readonly Document[], specification: Specification): Finding[] {
  const old = new RegExp(oldForms(specification).join('|'), 'g')
  return files.flatMap(({ path, text }) =>
    // Links are removed from the text, because another rule checks them.
    [...text.replace(/\[[^\]]*\]\([^)\s]*\)/g, '').matchAll(old)].map(([name]) =>
      fileFinding(path, `names ${name}; cite docs/spec as spec/PAGE.md#HEADING`),
    ),
  )
}

function oldForms(specification: Specification): string[] {
  // README.md is left out, because other folders also have a file with this name.
  const pages = [...specification.keys()].filter((page) => page !== 'README.md')
  const names = pages.map((page) => page.replace(/\.md$/, ''))
  return [
    String.raw`(?<![\w/-])(?:spec/)?(?:${OLD_PAGES.join('|')})\.md\b`,
    String.raw`(?<![\w/-])(?:${names.join('|')})\.md\b`,
    'shared/spec',
    String.raw`\bdesign\.md\b|\b[Dd]esign (?:section )?\d`,
  ]
}

/** Headings that no test cites, with one finding for each page. */
export function uncitedHeadings(tests: readonly Document[], specification: Specification): Finding[] {
  const cited = new Set(
    tests.flatMap(({ text }) => [...text.matchAll(CITATION)].map(([, page, anchor]) => `${page}#${anchor}`)),
  )
  return [...specification]
    .filter(([page]) => page !== 'README.md')
    .flatMap(([page, headings]) => {
      const uncited = [...headings].filter((anchor) => !cited.has(`${page}#${anchor}`))
      return uncited.length === 0
        ? []
        : [
            fileFinding(
              `${FOLDER}${page}`,
              `no test cites ${uncited.map((anchor) => `#${anchor}`).join(', ')}`,
            ),
          ]
    })
}

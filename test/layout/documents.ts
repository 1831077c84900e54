/** Checks that names in documents exist. */
import { posix } from 'node:path'
import { type Finding, fileFinding } from './finding.ts'

export interface Document {
  /** Path from the root of the repository. */
  readonly path: string
  readonly text: string
}

/** Names that documents may use. */
export interface Facts {
  exists(path: string): boolean
  /** The text of a file; undefined when the file is missing. */
  read(path: string): string | undefined
  readonly variables: readonly string[]
  readonly commands: readonly string[]
  readonly scripts: readonly string[]
  readonly events: readonly string[]
  readonly urls: readonly string[]
}

/** Rule: a generated document is equal to the output of its generator. */
export function checkGenerated(
  generated: ReadonlyMap<string, string>,
  read: (path: string) => string | undefined,
): Finding[] {
  return [...generated]
    .filter(([path, text]) => read(path) !== text)
    .map(([path]) => fileFinding(path, 'is not what the code says; run "npm run docs"'))
}

/** Matches a path in a code span. The path begins with a folder of the repository, or is a file at the root. */
const PATH =
  /^(?:(?:src|test|docs|bench|scripts|bin|acceptance|simulator|console)\/[\w./-]+|[A-Z]+\.md|\w[\w.-]*\.json)$/

/** Rule: files that a document names in code spans and links exist. */
export function checkFileNames(documents: readonly Document[], facts: Pick<Facts, 'exists'>): Finding[] {
  return documents.flatMap(({ path, text }) => {
    const links = [...text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].map((match) =>
      posix.join(posix.dirname(path), match[1] ?? ''),
    )
    const spans = spansOf(text).filter((span) => PATH.test(span))
    return [...links, ...spans]
      .filter((name) => !facts.exists(name))
      .map((name) => fileFinding(path, `names ${name}, which does not exist`))
  })
}

/** Rule: documents that comments in sources name exist. */
export function checkDocumentNames(
  sources: readonly { readonly path: string; readonly text: string }[],
  facts: Pick<Facts, 'exists'>,
): Finding[] {
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\bdocs\/[\w/-]+\.md\b|\b[A-Z]{6,}\.md\b/g)]
      .map(([name]) => name)
      .filter((name) => !facts.exists(name))
      .map((name) => fileFinding(path, `names the document ${name}, which does not exist`)),
  )
}

/**
 * Rule: settings, commands, scripts, events and URLs that a document names exist. Events and URLs are not checked in
 * the specification, because it also names fields that look like events, and URLs that are not served.
 */
export function checkNames(documents: readonly Document[], facts: Facts): Finding[] {
  const subjects = new Set(facts.events.map((kind) => kind.split('.', 1)[0]))
  return documents.flatMap(({ path, text }) => {
    const stray = (what: string, names: readonly string[], known: readonly string[]) =>
      [...new Set(names)]
        .filter((name) => !known.includes(name))
        .map((name) => fileFinding(path, `names the ${what} ${name}, which does not exist`))
    const all = (pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? match[0])
    const variables = all(/\bAVIARY_[A-Z_]*[A-Z]\b/g)
    const events = spansOf(text).filter(
      // Parameters such as `user.fields` and scopes such as `list.read` are not events.
      (span) =>
        /^[a-z]+\.(?!fields$|read$|write$|format$)[a-z_]+$/.test(span) &&
        subjects.has(span.split('.', 1)[0] ?? ''),
    )
    const ours = [
      ...stray('setting', variables, facts.variables),
      ...stray('command', all(/(?:^|`|"|-- )aviary ([a-z]+)\b/gm), facts.commands),
      ...stray('script', all(/\bnpm run (?:-s )?([\w:-]+)/g), facts.scripts),
    ]
    if (path.startsWith('docs/spec/')) return ours
    return [
      ...ours,
      ...stray('event', events, facts.events),
      ...stray('URL', all(/(\/1\.1\/[\w/:]+\.json)/g), facts.urls),
    ]
  })
}

/**
 * Matches a proof in INVARIANTS.md: a list item with `Proof:`, the path of a file in backticks, and “the
 * title” of a test.
 */
const PROOF = /^- Proof: `([^`]+)`, “([^”]+)”/gm

/** Rule: tests that are named as proofs exist. */
export function checkProofs({ path, text }: Document, read: Facts['read']): Finding[] {
  return [...text.matchAll(PROOF)].flatMap(([, file = '', title = '']) => {
    const test = read(file)
    if (test === undefined) return [fileFinding(path, `names the proof ${file}, which does not exist`)]
    return test.includes(title) ? [] : [fileFinding(path, `names the test “${title}”, which ${file} has not`)]
  })
}

/** Text in single backticks, outside code blocks. */
function spansOf(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '')
  return [...prose.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '')
}

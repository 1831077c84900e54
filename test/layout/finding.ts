/** What a rule found, and the named exceptions from a rule. */

import type { Node } from 'typescript/unstable/ast'
import { lineOf, type Source } from './source.ts'

export interface Finding {
  readonly path: string
  /** From 1; undefined when the whole file is meant. */
  readonly line: number | undefined
  /** What is wrong and how to mend it. */
  readonly message: string
}

/** A file that a rule lets pass, and why. */
export interface Exception {
  readonly path: string
  readonly reason: string
}

/** A finding at a node. */
export function findingAt(source: Source, node: Node, message: string): Finding {
  return { path: source.path, line: lineOf(source, node), message }
}

/** A finding about a whole file. */
export function fileFinding(path: string, message: string): Finding {
  return { path, line: undefined, message }
}

/** The findings that no exception covers, and one for each exception that covers nothing any more. */
export function applyExceptions(findings: readonly Finding[], exceptions: readonly Exception[]): Finding[] {
  const excepted = new Set(exceptions.map((exception) => exception.path))
  const used = new Set(findings.map((finding) => finding.path))
  return [
    ...findings.filter((finding) => !excepted.has(finding.path)),
    ...exceptions
      .filter((exception) => !used.has(exception.path))
      .map(({ path }) => fileFinding(path, 'needs no exception any more; take its line out of the table')),
  ]
}

/** Findings as lines of text, for the message of a failed test. */
export function formatFindings(findings: readonly Finding[]): string {
  return findings
    .map(({ path, line, message }) => `${path}${line === undefined ? '' : `:${line}`}: ${message}`)
    .join('\n')
}

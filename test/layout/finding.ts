/** Defines findings of rules, and named exceptions from rules. */

import type { Node } from 'typescript/unstable/ast'
import { lineOf, type Source } from './source.ts'

export interface Finding {
  readonly path: string
  /** Number of the line, from 1. Undefined if the finding is about the whole file. */
  readonly line: number | undefined
  /** The problem and its remedy. */
  readonly message: string
}

/** A file to which a rule does not apply, with the reason. */
export interface Exception {
  readonly path: string
  readonly reason: string
}

/** Makes a finding at a node of the syntax tree. */
export function findingAt(source: Source, node: Node, message: string): Finding {
  return { path: source.path, line: lineOf(source, node), message }
}

/** Makes a finding about a whole file. */
export function fileFinding(path: string, message: string): Finding {
  return { path, line: undefined, message }
}

/** Removes findings that have an exception, and adds one finding for each unused exception. */
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

/** Formats findings as lines of text, for the message of a failed test. */
export function formatFindings(findings: readonly Finding[]): string {
  return findings
    .map(({ path, line, message }) => `${path}${line === undefined ? '' : `:${line}`}: ${message}`)
    .join('\n')
}

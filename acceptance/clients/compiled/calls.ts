/**
 * Lists the calls of the libraries in Go, Java and R. calls.json has all calls of each library, and
 * calls.test.ts compares it with the libraries. Patterns find the calls that the programs of the suite make.
 */
import { readFileSync } from 'node:fs'
import { type InstallName, sourceOf } from '../support/installs.ts'

export type CompiledClient = Extract<
  InstallName,
  'go-twitter' | 'go-twitter-v2' | 'twitter4j' | 'hbc' | 'rtweet'
>

interface Program {
  /** Sources of the program, relative to acceptance/clients. */
  readonly sources: readonly string[]
  /**
   * Patterns that find names of calls in the sources. The key of a pattern is the prefix that these names
   * have in calls.json.
   */
  readonly calls: Readonly<Record<string, RegExp>>
}

const PROGRAMS: Readonly<Record<CompiledClient, Program>> = {
  'go-twitter': { sources: ['go/main.go', 'go/more.go'], calls: { '': /\bclient\.(\w+\.[A-Z]\w*)\(/g } },
  'go-twitter-v2': {
    sources: ['go-v2/main.go', 'go-v2/more.go'],
    calls: { '': /\b(?:app|user)\.([A-Z]\w*)\(/g },
  },
  twitter4j: {
    sources: ['java/Client.java'],
    calls: { '': /\btwitter\.(\w+)\(/g, 'TwitterStream.': /\bstream\.(\w+)\(/g },
  },
  hbc: { sources: ['java-hbc/Hbc.java'], calls: { '': /\bnew (\w+Endpoint)\(/g } },
  rtweet: { sources: ['r/client.R'], calls: { '': /\b(\w+)\(/g } },
}

export const CALLS_FILE = sourceOf('compiled/calls.json')

/** All calls of each library, sorted. */
export function libraryCalls(): Readonly<Record<CompiledClient, readonly string[]>> {
  return JSON.parse(readFileSync(CALLS_FILE, 'utf8')) as Record<CompiledClient, readonly string[]>
}

/** The calls of a library, divided into those that its program makes and those that it does not make. */
export function callsOfProgram(name: CompiledClient): {
  readonly calls: readonly string[]
  readonly untried: readonly string[]
} {
  const { sources, calls: patterns } = PROGRAMS[name]
  const text = sources.map((source) => readFileSync(sourceOf(source), 'utf8')).join('\n')
  const made = new Set(
    Object.entries(patterns).flatMap(([before, pattern]) =>
      [...text.matchAll(pattern)].map(([, call]) => `${before}${call}`),
    ),
  )
  const all = libraryCalls()[name]
  return { calls: all.filter((call) => made.has(call)), untried: all.filter((call) => !made.has(call)) }
}

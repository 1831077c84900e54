/** Lists the calls that libraries in Go, Java and R offer, with the tools of these languages. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { folderOf, sourceOf } from '../support/installs.ts'
import type { CompiledClient } from './calls.ts'

const MOST_OUTPUT = 16 * 1024 * 1024

async function outputOf(program: string, words: readonly string[], cwd?: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, words, {
    ...(cwd === undefined ? {} : { cwd: sourceOf(cwd) }),
    maxBuffer: MOST_OUTPUT,
  })
  return stdout
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name)
}

/**
 * Lists the methods of the services of the client. The name of a method begins with the client's field for
 * its service, such as `Timelines.UserTimeline`.
 */
async function goServices(): Promise<string[]> {
  const text = await outputOf('go', ['doc', '-all', 'github.com/dghubble/go-twitter/twitter'], 'go')
  const fields = new Map(
    [...text.matchAll(/^\s+(\w+)\s+\*(\w+Service)$/gm)].map(([, field, type]) => [type, field] as const),
  )
  return [...text.matchAll(/^func \(\w+ \*(\w+Service)\) ([A-Z]\w*)\(/gm)].map(
    ([, type, method]) => `${fields.get(type)}.${method}`,
  )
}

async function goClient(): Promise<string[]> {
  const text = await outputOf('go', ['doc', '-all', 'github.com/g8rswimmer/go-twitter/v2'], 'go-v2')
  return namesIn(text, /^func \(\w+ \*Client\) ([A-Z]\w*)\(/gm)
}

function javap(...names: readonly string[]): Promise<string> {
  return outputOf('javap', ['-cp', join(folderOf('twitter4j'), 'lib', '*'), ...names])
}

/** Methods that configure a stream and do not open it. */
const NO_STREAM = /^(add|remove|replace|clear|set|get|cleanUp|shutdown|on)/

/** Methods of the interfaces for resources and for streams. */
async function twitter4jMethods(): Promise<string[]> {
  const resources = (await javap('twitter4j.Twitter')).match(/twitter4j\.api\.\w+/g) ?? []
  const methods = namesIn(await javap(...resources), /^ .* (\w+)\(/gm)
  const streams = namesIn(await javap('twitter4j.TwitterStream'), /^ .* (\w+)\(/gm)
  return [
    ...methods,
    ...streams.filter((name) => !NO_STREAM.test(name)).map((name) => `TwitterStream.${name}`),
  ]
}

/** Endpoint classes that are base classes, or that accept any path. */
const NO_ENDPOINT = /^(Base|DefaultStreaming|EnterpriseStreaming|Streaming|Partitionable|Raw)?Endpoint$/

async function hbcEndpoints(): Promise<string[]> {
  const listed = await outputOf('jar', ['tf', join(folderOf('hbc'), 'lib', 'hbc-core-2.2.0.jar')])
  const names = namesIn(listed, /^com\/twitter\/hbc\/core\/endpoint\/(\w+Endpoint)\.class$/gm)
  return names.filter((name) => !NO_ENDPOINT.test(name))
}

/**
 * Functions of rtweet that make calls. The other functions read files, make tables and plots, or call another
 * service.
 */
const RTWEET_CALLS =
  /^(direct_messages|filtered_stream|get_(?!tokens?$)|invalidate_bearer|lists_|lookup_(?!coords)|my_friendships|post_|rate_limit$|sample_stream|search_|stream_|trends_available|user_(un)?block$)/

async function rtweetFunctions(): Promise<string[]> {
  const names = await outputOf('Rscript', ['-e', 'writeLines(getNamespaceExports("rtweet"))'])
  return names.split('\n').filter((name) => RTWEET_CALLS.test(name))
}

const QUESTIONS: Readonly<Record<CompiledClient, () => Promise<string[]>>> = {
  'go-twitter': goServices,
  'go-twitter-v2': goClient,
  twitter4j: twitter4jMethods,
  hbc: hbcEndpoints,
  rtweet: rtweetFunctions,
}

/** All calls of an installed library, sorted and without duplicates. */
export async function askLibrary(name: CompiledClient): Promise<readonly string[]> {
  return [...new Set(await QUESTIONS[name]())].sort()
}

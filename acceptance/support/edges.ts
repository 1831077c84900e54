/** Reads files of follow edges, and computes the lists that a server must return for them. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** Lists by user, newest first. */
export type Lists = ReadonlyMap<string, readonly string[]>

export interface Graph {
  /** Number of edges in the file. */
  readonly edges: number
  readonly followers: Lists
  readonly friends: Lists
}

/** Reads a file with one edge a line, "follower followee". The first line is the oldest edge. */
export function readGraph(file: string): Graph {
  const followers = new Map<string, string[]>()
  const friends = new Map<string, string[]>()
  let edges = 0
  for (const line of gunzipSync(readFileSync(file)).toString('utf8').split('\n').toReversed()) {
    const [follower, followee, ...rest] = line.split(' ')
    if (line.startsWith('#') || follower === undefined || followee === undefined || rest.length > 0) continue
    add(followers, followee, follower)
    add(friends, follower, followee)
    edges += 1
  }
  return { edges, followers, friends }
}

/** The users with the longest lists. */
export function longest(lists: Lists, count: number): string[] {
  return [...lists]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, count)
    .map(([user]) => user)
}

function add(lists: Map<string, string[]>, user: string, member: string): void {
  const list = lists.get(user)
  if (list === undefined) lists.set(user, [member])
  else list.push(member)
}

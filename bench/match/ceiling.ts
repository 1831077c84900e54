/**
 * A matcher that shows the minimum cost of matching. It stores each rule as sets of required and excluded
 * words in plain maps, with the rarest word of the rule as the key. It treats the words of a phrase as
 * separate words, and cannot remove rules.
 */
import { type Expression, isTerm, type Term } from '../../src/filter/ast.ts'
import { type FilterPost, hasLinks } from '../../src/filter/post.ts'
import { printTerm } from '../../src/filter/print.ts'
import { fold, tokenise } from '../../src/filter/tokenise.ts'

interface Branch {
  readonly rule: number
  readonly wanted: readonly string[]
  readonly unwanted: readonly string[]
}

export class Ceiling {
  readonly #filed = new Map<string, Branch[]>()
  readonly #counts = new Map<string, number>()
  #hasLinkRules = false

  /** @param posts posts from which word frequencies are counted */
  constructor(posts: readonly FilterPost[]) {
    for (const key of posts.flatMap((post) => [...this.#keysOf(post)])) {
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    }
  }

  add(rule: number, expression: Expression): void {
    for (const branch of branchesOf(expression)) {
      const wanted = branch.filter(({ isWanted }) => isWanted).flatMap(({ term }) => keysOfTerm(term))
      const unwanted = branch.filter(({ isWanted }) => !isWanted).flatMap(({ term }) => keysOfTerm(term))
      wanted.sort((a, b) => (this.#counts.get(a) ?? 0) - (this.#counts.get(b) ?? 0))
      this.#hasLinkRules ||= wanted.some((key) => key.startsWith('url:'))
      const [rarest = '', ...others] = wanted
      const filed = this.#filed.get(rarest)
      if (filed === undefined) this.#filed.set(rarest, [{ rule, wanted: others, unwanted }])
      else filed.push({ rule, wanted: others, unwanted })
    }
  }

  match(post: FilterPost): number[] {
    const keys = this.#keysOf(post)
    const matched = new Set<number>()
    for (const key of keys) {
      const filed = this.#filed.get(key)
      if (filed === undefined) continue
      for (const { rule, wanted, unwanted } of filed) {
        if (wanted.every((other) => keys.has(other)) && !unwanted.some((other) => keys.has(other))) {
          matched.add(rule)
        }
      }
    }
    return [...matched]
  }

  #keysOf(post: FilterPost): Set<string> {
    const keys = new Set<string>()
    for (const text of post.texts) for (const token of tokenise(text)) keys.add(token)
    if (this.#hasLinkRules) {
      for (const url of post.urls) for (const token of tokenise(url)) keys.add(`url:${token}`)
    }
    for (const tag of post.hashtags) keys.add(`#${fold(tag)}`)
    for (const name of post.mentions) keys.add(`@${fold(name)}`)
    keys.add(`from:${fold(post.author.name)}`)
    if (post.lang !== undefined) keys.add(`lang:${post.lang}`)
    if (post.repostOf !== undefined) keys.add('is:retweet')
    if (post.media.includes('photo')) keys.add('has:images')
    if (hasLinks(post)) keys.add('has:links')
    return keys
  }
}

interface SignedTerm {
  readonly term: Term
  readonly isWanted: boolean
}

/** The rule as an OR of ANDs. Rules of the bench negate only terms. */
function branchesOf(expression: Expression): readonly (readonly SignedTerm[])[] {
  if (isTerm(expression)) return [[{ term: expression, isWanted: true }]]
  if (expression.kind === 'or') return expression.items.flatMap(branchesOf)
  if (expression.kind === 'not') {
    if (!isTerm(expression.item)) throw new Error('the ceiling negates terms only')
    return [[{ term: expression.item, isWanted: false }]]
  }
  return expression.items
    .map(branchesOf)
    .reduce((all, items) => all.flatMap((start) => items.map((end) => [...start, ...end])), [[]])
}

function keysOfTerm(term: Term): readonly string[] {
  if (term.kind === 'phrase') return term.tokens
  if (term.kind === 'url') return term.tokens.map((token) => `url:${token}`)
  return [term.kind === 'keyword' ? term.token : printTerm(term)]
}

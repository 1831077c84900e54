/**
 * Generates any number of realistic rules in the shapes of the documented examples. Some words, tags, names
 * and hosts come from the matched posts, and the other ones from a larger vocabulary.
 */
import type { Expression } from '../../src/filter/ast.ts'
import { LABS_STREAM } from '../../src/filter/dialect.ts'
import type { FilterPost } from '../../src/filter/post.ts'
import { readRule } from '../../src/filter/rule.ts'
import { tokenise } from '../../src/filter/tokenise.ts'

/** One word of this many is from the posts. The others are from the vocabulary. */
const ONE_OF_POSTS = 3
/** Number of words in the larger vocabulary. */
const WORLD = 200_000
const SYLLABLES = ['ka', 'lo', 'mi', 'ter', 'san', 'ru', 'den', 'vo', 'pi', 'ash', 'gor', 'nel', 'u', 'qui']
/** Number of the most frequent words of the posts. No rule uses these words. */
const TOO_FREQUENT = 40

/** Generates rules; deterministic for a seed. */
export class RuleMaker {
  readonly #words: readonly string[]
  readonly #tags: readonly string[]
  readonly #names: readonly string[]
  #state: number

  constructor(posts: readonly FilterPost[], seed: number) {
    const tokens = posts.flatMap(({ texts }) => texts.flatMap((text) => [...new Set(tokenise(text))]))
    this.#words = byFrequency(tokens.filter((token) => /^\p{L}{3,}$/u.test(token))).slice(TOO_FREQUENT)
    this.#tags = [...new Set(posts.flatMap(({ hashtags }) => hashtags))]
    this.#names = [...new Set(posts.flatMap(({ mentions, author }) => [author.name, ...mentions]))]
    this.#state = seed
  }

  /** Text of the next valid rule. */
  next(): string {
    const text = this.#shaped()
    // Rules that consist of a stop word are invalid.
    return 'expression' in readRule(text, LABS_STREAM) ? text : this.next()
  }

  #shaped(): string {
    const [w, tag, name] = [() => this.#word(), () => this.#tag(), () => this.#name()]
    const shapes = [
      () => w(),
      () => `${w()} ${w()}`,
      () => `${w()} ${w()}`,
      () => `${w()} ${w()} -${w()}`,
      () => `"${w()} ${w()}"`,
      () => `#${tag()}`,
      () => `#${tag()} ${w()} -is:retweet`,
      () => `from:${name()}`,
      () => `from:${name()} OR from:${name()} OR @${name()}`,
      () => `(${w()} OR ${w()} OR ${w()}) ${w()} lang:en -${w()}`,
      () => `(${w()} OR #${tag()}) has:images`,
      () => `@${name()} ${w()} -is:retweet`,
      () => `url:"${w()}.com" has:links`,
    ]
    return (shapes[this.#below(shapes.length)] ?? w)()
  }

  #word(): string {
    return this.#oneOf(this.#words) ?? this.#worldWord()
  }

  #tag(): string {
    return this.#oneOf(this.#tags) ?? this.#worldWord()
  }

  #name(): string {
    return this.#oneOf(this.#names) ?? this.#worldWord()
  }

  #oneOf(list: readonly string[]): string | undefined {
    return this.#below(ONE_OF_POSTS) === 0 ? list[this.#below(list.length)] : undefined
  }

  #worldWord(): string {
    let rest = this.#below(WORLD)
    let word = ''
    do {
      word += SYLLABLES[rest % SYLLABLES.length] ?? ''
      rest = Math.floor(rest / SYLLABLES.length)
    } while (rest > 0)
    return word.slice(0, 15)
  }

  /** xorshift32 */
  #below(end: number): number {
    this.#state ^= this.#state << 13
    this.#state ^= this.#state >>> 17
    this.#state ^= this.#state << 5
    return (this.#state >>> 0) % Math.max(1, end)
  }
}

/** Tree of a valid rule. */
export function treeOf(text: string): Expression {
  const reading = readRule(text, LABS_STREAM)
  if ('expression' in reading) return reading.expression
  throw new Error(`no rule: ${text}`)
}

function byFrequency(words: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([word]) => word)
}

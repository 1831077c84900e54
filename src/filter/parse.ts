/**
 * Converts lexemes to a syntax tree (spec/rule-language.md#grammar). The parser reads the lexemes once and has an
 * explicit stack, so that no rule can overflow the call stack.
 */
import type { Expression, Span, Term } from './ast.ts'
import type { Dialect } from './dialect.ts'
import type { Lexeme } from './lex.ts'
import { readTerm, type TermLexeme } from './operators.ts'
import { MESSAGES, type RuleProblem } from './problem.ts'

/** A tree with the problems of its terms, or the first syntax error. */
export type Parsed =
  | { readonly expression: Expression; readonly problems: readonly RuleProblem[] }
  | { readonly expression: undefined; readonly problems: readonly [RuleProblem] }

/** A group that is not closed yet. */
interface Group {
  readonly start: number
  /** Positions of the minus signs before the group. */
  readonly signs: readonly number[]
  /** The finished branches of an OR. */
  readonly branches: Expression[]
  /** The terms and groups after the last OR. */
  items: Expression[]
}

/** Parses lexemes. @param end number of code points in the rule */
export function parse(lexemes: readonly Lexeme[], end: number, dialect: Dialect): Parsed {
  return new Parser(end, dialect).run(lexemes)
}

class Parser {
  readonly #dialect: Dialect
  readonly #end: number
  readonly #problems: RuleProblem[] = []
  readonly #open: Group[] = []
  #group: Group = { start: 0, signs: [], branches: [], items: [] }
  #signs: number[] = []
  #terms = 0

  constructor(end: number, dialect: Dialect) {
    this.#end = end
    this.#dialect = dialect
  }

  run(lexemes: readonly Lexeme[]): Parsed {
    for (const lexeme of lexemes) {
      const problem = this.#take(lexeme)
      if (problem !== undefined) return failed(problem, lexeme.start)
    }
    if (this.#group.items.length === 0) return failed(MESSAGES.badInput('<EOF>'), this.#end)
    if (this.#open.length > 0) return failed(MESSAGES.openGroup, this.#end)
    return { expression: closed(this.#group, this.#end, false), problems: this.#problems }
  }

  /** Processes the next lexeme. @returns a message when the lexeme is in a wrong position */
  #take(lexeme: Lexeme): string | undefined {
    switch (lexeme.kind) {
      case '-':
        this.#signs.push(lexeme.start)
        return undefined
      case '(':
        return this.#openGroup(lexeme.start)
      case ')':
        return this.#closeGroup(lexeme.end)
      case 'or':
        return this.#endBranch()
      default:
        return this.#addTerm(lexeme)
    }
  }

  #openGroup(start: number): string | undefined {
    if (this.#open.length === this.#dialect.maxDepth) return MESSAGES.tooDeep(this.#dialect.maxDepth)
    this.#open.push(this.#group)
    this.#group = { start, signs: this.#signs, branches: [], items: [] }
    this.#signs = []
    return undefined
  }

  #closeGroup(end: number): string | undefined {
    const outer = this.#open.pop()
    if (outer === undefined) return MESSAGES.surplus(')')
    if (this.#signs.length > 0 || this.#group.items.length === 0) return MESSAGES.badInput(')')
    const inner = this.#group
    this.#group = outer
    this.#add(closed(inner, end, true), inner.signs)
    return undefined
  }

  #endBranch(): string | undefined {
    if (this.#signs.length > 0 || this.#group.items.length === 0) return MESSAGES.badInput('OR')
    this.#group.branches.push(joined('and', this.#group.items))
    this.#group.items = []
    return undefined
  }

  #addTerm(lexeme: TermLexeme): string | undefined {
    this.#terms += 1
    if (this.#terms > this.#dialect.maxTerms) return MESSAGES.tooMany(this.#dialect.maxTerms)
    this.#add(this.#term(lexeme), this.#signs)
    this.#signs = []
    return undefined
  }

  #add(expression: Expression, signs: readonly number[]): void {
    this.#group.items.push(negated(expression, signs))
  }

  #term(lexeme: TermLexeme): Term {
    const span = { start: lexeme.start, end: lexeme.end }
    const read = readTerm(lexeme, this.#dialect)
    if ('meaning' in read) return { ...read.meaning, span }
    this.#problems.push(...read.problems)
    // The later checks need a tree, so an invalid term is replaced. An unknown `has:` or `is:` becomes a term that
    // cannot be a rule by itself; any other invalid term becomes a keyword.
    const isFact = lexeme.kind === 'operator' && /^(has|is)$/i.test(lexeme.name)
    return isFact
      ? { kind: 'has', what: 'media', span }
      : { kind: 'keyword', token: '?', isQuoted: true, span }
  }
}

function closed({ branches, items, start }: Group, end: number, isInParentheses: boolean): Expression {
  const expression = joined('or', [...branches, joined('and', items)])
  if (!isInParentheses || (expression.kind !== 'and' && expression.kind !== 'or')) return expression
  return { ...expression, span: { start, end } }
}

function joined(kind: 'and' | 'or', items: readonly Expression[]): Expression {
  const [first] = items
  const last = items.at(-1)
  if (first === undefined || last === undefined || items.length === 1) return first as Expression
  return { kind, items, span: { start: first.span.start, end: last.span.end } }
}

/** Two minus signs cancel each other, but the term still does not count as a positive term. */
function negated(expression: Expression, signs: readonly number[]): Expression {
  const [start] = signs
  if (start === undefined) return expression
  const span: Span = { start, end: expression.span.end }
  const once: Expression = { kind: 'not', item: expression, span }
  return signs.length % 2 === 1 ? once : { kind: 'not', item: once, span }
}

function failed(message: string, at: number): Parsed {
  return { expression: undefined, problems: [{ message, position: at + 1 }] }
}

/** Error messages about unknown options. They name other commands that have the option. */
import type { Command } from 'commander'

/** The message of commander. It names the option, and may contain a value and further text such as a similar option. */
const UNKNOWN_OPTION = /^error: unknown option '(-[^'=]*)[^']*'([\s\S]*)$/

/**
 * Returns the message about an unknown option with the name of the command, and with related commands that
 * have the option.
 */
export function withCommandOfFlag(command: Command, message: string): string {
  const [, flag, rest = ''] = UNKNOWN_OPTION.exec(message) ?? []
  if (flag === undefined) return message
  const others = relativesOf(command).filter((other) => other !== command && hasFlag(other, flag))
  const having = others.map((other) => `"${wordsOf(other)}"`).join(' and ')
  const verb = others.length > 1 ? 'have' : 'has'
  const hint = having === '' ? 'leave it out' : `${having} ${verb} it; leave it out`
  const name = wordsOf(command)
  const place = name === '' ? '' : ` of "${name}"`
  return `error: unknown option '${flag}'${place}; ${hint}${rest}`
}

/**
 * Refuses an option that only the group of a command declares, and not the command itself. The parser accepts
 * such an option at any position, and the command would ignore it.
 * @throws {CommanderError}
 */
export function refuseForeignFlags(command: Command): void {
  for (let group = command.parent; group !== null; group = group.parent) {
    for (const { long, short, negate, attributeName } of group.options.map(named)) {
      if (group.getOptionValueSource(attributeName) !== 'cli') continue
      // `--x` and `--no-x` share one value.
      if ((group.getOptionValue(attributeName) === false) !== negate) continue
      if (command.options.some((own) => own.attributeName() === attributeName)) continue
      command.error(`error: unknown option '${long ?? short}'`, { code: 'commander.unknownOption' })
    }
  }
}

function named(option: Command['options'][number]) {
  const { long, short, negate } = option
  return { long, short, negate, attributeName: option.attributeName() }
}

/** The other commands in the group of a command, and the group itself. */
function relativesOf({ parent }: Command): readonly Command[] {
  // Top-level commands are not related.
  if (parent === null || parent.parent === null) return []
  return [parent, ...parent.commands]
}

function hasFlag({ options }: Command, flag: string): boolean {
  return options.some(({ long, short }) => long === flag || short === flag)
}

/** The words of a command without the program, such as `export users`. */
function wordsOf(command: Command): string {
  const words: string[] = []
  for (let at = command; at.parent !== null; at = at.parent) words.unshift(at.name())
  return words.join(' ')
}

/** Backtests of the console: counts and newest matching posts over the last seven days. */
import { Type } from 'typebox'
import type { Expression } from '../../../filter/ast.ts'
import { type Listener, type RunMeta, runBacktest } from '../../_backtest/run.ts'
import type { Sampled } from '../../_backtest/samples.ts'
import type { BacktestSpan } from '../../_backtest/span.ts'
import { Problem } from '../../_problems.ts'
import type { Services } from '../../_services.ts'
import { ConsoleProblem } from '../_problems.ts'
import { POST_CARD, postCards } from './post-card.ts'

/** The number of matching posts, and the newest of them. */
export const MATCHES = Type.Object({ matched: Type.Integer({ minimum: 0 }), samples: Type.Array(POST_CARD) })

/**
 * Runs rules over the posts of the last seven days, or continues an earlier run.
 * @param token a text that names the run to continue
 * @throws {ConsoleProblem} `field-invalid` for a token that no backtest of the last day returned
 * @throws {EdgeError} `over-capacity` when too many backtests are waiting
 */
export async function runRules<L extends Listener>(
  services: Services,
  token: string | undefined,
  rules: readonly Expression[],
  listen: (span: BacktestSpan) => L,
): Promise<{ readonly listener: L; readonly span: BacktestSpan; readonly meta: RunMeta }> {
  try {
    return await runBacktest(services, token, rules, listen)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new ConsoleProblem('field-invalid', {
      field: 'next_token',
      message: 'The backtest is too old to continue. Start it again.',
    })
  }
}

/** Renders {@link MATCHES}. @param rules a list of rules; the posts have marks where these rules match */
export async function matchesOf(services: Services, { matched, ids }: Sampled, rules: readonly Expression[]) {
  return { matched, samples: await postCards(services, ids, rules) }
}

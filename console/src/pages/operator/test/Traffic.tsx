import { Button, Checkbox, Group, NumberInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { api, dataOf } from '../../../api/client.ts'
import { asProblem } from '../../../api/problem.ts'
import { ErrorState } from '../../../components/ErrorState.tsx'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { TEST } from '../../../text/test-controls.ts'
import { Facts, numberText } from '../server/Facts.tsx'
import { refetchAll, showState, type TestState } from './queries.ts'

const TEXT = TEST.traffic
const PATH = '/console/api/operator/test_controls/traffic'

const FIELDS = [
  ['seed', TEXT.seed, TEXT.seedHelp],
  ['rate', TEXT.rate, TEXT.rateHelp],
  ['seconds', TEXT.seconds, TEXT.secondsHelp],
  ['users', TEXT.users, TEXT.usersHelp],
] as const

/** Shows the progress of simulated traffic, and a form that starts traffic. */
export function Traffic({ state }: { readonly state: TestState }) {
  const { traffic, address } = state
  const isGoingOn = traffic?.state === 'running' || traffic?.state === 'paused'
  const form = useForm({ initialValues: { seed: 7, rate: 5, seconds: 60, users: 100, storm: false } })
  const start = useMutation({
    mutationFn: (values: typeof form.values) => dataOf(api.POST(PATH, { body: values })),
    meta: { isShownInForm: true },
    onSuccess: (data) => {
      showState(data)
      return refetchAll()
    },
  })
  const stop = useMutation({
    mutationFn: () => dataOf(api.DELETE(PATH)),
    onSuccess: showState,
  })
  const { seed, rate, seconds, users, storm } = form.values
  return (
    <Section
      title={TEXT.title}
      description={TEXT.help}
      actions={
        isGoingOn ? (
          <Button size="xs" variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
            {TEXT.stop}
          </Button>
        ) : undefined
      }
    >
      <Stack gap="md">
        {traffic !== null && (
          <Facts
            facts={[
              [TEXT.kinds[traffic.kind], TEXT.states[traffic.state]],
              [TEXT.position, TEXT.positionOf(traffic.position_ms, traffic.length_ms)],
              ...Object.entries(traffic.counts).map(
                ([name, count]) => [TEXT.counts[name] ?? name, numberText(count)] as const,
              ),
              ...(traffic.failure === null ? [] : [[TEXT.failure, traffic.failure] as const]),
            ]}
          />
        )}
        <form onSubmit={form.onSubmit((values) => start.mutate(values))}>
          <Stack gap="md">
            <Group gap="md" align="flex-end">
              {FIELDS.map(([name, label, description]) => (
                <NumberInput
                  key={name}
                  label={label}
                  description={description}
                  required
                  withAsterisk={false}
                  allowDecimal={name === 'rate'}
                  w="14rem"
                  {...form.getInputProps(name)}
                />
              ))}
            </Group>
            <Checkbox label={TEXT.storm} {...form.getInputProps('storm', { type: 'checkbox' })} />
            {start.error !== null && <ErrorState error={asProblem(start.error)} title={TEXT.start} />}
            <div>
              <Button type="submit" variant="default" loading={start.isPending} disabled={isGoingOn}>
                {TEXT.start}
              </Button>
            </div>
          </Stack>
        </form>
        <SameCommand
          command={`aviary simulate --seed ${seed} --rate ${rate} --seconds ${seconds} --users ${users}${storm ? ' --storm' : ''} --admin ${address}`}
        />
      </Stack>
    </Section>
  )
}

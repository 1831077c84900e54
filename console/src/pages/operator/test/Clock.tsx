import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import type { paths } from '../../../api/schema.d.ts'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { TEST } from '../../../text/test-controls.ts'
import { Facts } from '../server/Facts.tsx'
import { ControlForm } from './ControlForm.tsx'
import { curl, refetchAll, showState, type TestState } from './queries.ts'

const TEXT = TEST.clock

type Put = paths['/console/api/operator/test_controls/clock']['put']
type Change = Put['requestBody']['content']['application/json']

async function change(body: Change): Promise<void> {
  showState(await dataOf(api.PUT('/console/api/operator/test_controls/clock', { body })))
  await refetchAll()
}

/** Shows the clock of test mode, with fields that set it, move it forward and change its speed. */
export function Clock({ state }: { readonly state: TestState }) {
  const { now, speed } = state.clock
  const [body, setBody] = useState('{"step": "15m"}')
  const typed = (name: string) => (value: string) => {
    if (value !== '') setBody(`{"${name}": ${name === 'speed' ? value : JSON.stringify(value)}}`)
  }
  return (
    <Section
      title={TEXT.title}
      description={TEXT.help}
      actions={
        <Button size="xs" variant="default" onClick={() => void change({ speed: speed === 0 ? 1 : 0 })}>
          {speed === 0 ? TEXT.resume : TEXT.freeze}
        </Button>
      }
    >
      <Stack gap="md">
        <Facts
          facts={[
            [TEXT.now, new Date(now).toISOString().replace(/\.\d+Z$/, 'Z')],
            [TEXT.speed, speed === 0 ? TEXT.frozen : TEXT.times(speed)],
          ]}
        />
        <ControlForm
          label={TEXT.stepLabel}
          description={TEXT.stepHelp}
          action={TEXT.step}
          onTyped={typed('step')}
          onSubmit={(step) => change({ step })}
        />
        <ControlForm
          label={TEXT.setLabel}
          description={TEXT.setHelp}
          action={TEXT.set}
          onTyped={typed('now')}
          onSubmit={(time) => change({ now: time })}
        />
        <ControlForm
          label={TEXT.speedLabel}
          description={TEXT.speedHelp(state.max_speed)}
          action={TEXT.run}
          onTyped={typed('speed')}
          onSubmit={(text) => change({ speed: Number(text) })}
        />
        <SameCommand command={curl(state, 'PUT', '/test/clock', body)} />
      </Stack>
    </Section>
  )
}

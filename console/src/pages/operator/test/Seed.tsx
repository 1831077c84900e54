import { Alert, Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import { asProblem } from '../../../api/problem.ts'
import type { components } from '../../../api/schema.d.ts'
import { CodeBlock } from '../../../components/CodeBlock.tsx'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { TEST } from '../../../text/test-controls.ts'
import { refetchAll } from './queries.ts'

const TEXT = TEST.seed

type World = components['schemas']['ConsoleSeededWorld']

const EXAMPLE = `users:
  - screen_name: bird
    name: A bird
apps:
  - name: Bird watcher
    owner: bird
    tokens:
      - user: bird
posts:
  - author: bird
    text: Hello
`

/** Adds the data of a seed file. */
export function Seed() {
  const [typed, setTyped] = useState('')
  const load = useMutation({
    mutationFn: () => dataOf(api.POST('/console/api/operator/test_controls/seed', { body: { seed: typed } })),
    onSettled: refetchAll,
    meta: { isShownInForm: true },
  })
  return (
    <Section title={TEXT.title} description={TEXT.help}>
      <Stack gap="md">
        <Textarea
          label={TEXT.text}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autosize
          minRows={5}
          maxRows={20}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        {load.error !== null && (
          <Alert color="red" role="alert" style={{ whiteSpace: 'pre-wrap' }}>
            {asProblem(load.error).message}
          </Alert>
        )}
        <Group gap="sm">
          <Button disabled={typed.trim() === ''} loading={load.isPending} onClick={() => load.mutate()}>
            {TEXT.load}
          </Button>
          <FileButton
            accept=".yaml,.yml,.json"
            onChange={(file) => void file?.text().then((content) => setTyped(content))}
          >
            {(props) => (
              <Button {...props} variant="default">
                {TEXT.choose}
              </Button>
            )}
          </FileButton>
          <Button variant="default" onClick={() => setTyped(EXAMPLE)}>
            {TEXT.example}
          </Button>
        </Group>
        {load.data !== undefined && <Loaded world={load.data} />}
        <SameCommand command={TEXT.command} />
      </Stack>
    </Section>
  )
}

function Loaded({ world }: { readonly world: World }) {
  return (
    <>
      <Text size="sm" role="status">
        {TEXT.loaded(world.users.length, world.apps.length)}
      </Text>
      {world.apps.length > 0 && (
        <CodeBlock label={TEXT.credentials} code={JSON.stringify(world.apps, undefined, 2)} />
      )}
    </>
  )
}

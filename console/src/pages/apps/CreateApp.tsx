import { Button, Group, Select, Stack, Tabs, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { showProblem } from '../../api/show-problem.ts'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FormButtons } from '../../components/FormButtons.tsx'
import { Secret } from '../../components/Secret.tsx'
import { useSession } from '../../session/session.ts'
import { APPS } from '../../text/apps.ts'
import { PERMISSION_OPTIONS, type Permissions } from './permissions.ts'
import { projectsQuery } from './queries.ts'
import { envLines, firstCalls } from './snippets.ts'

interface Values {
  name: string
  description: string
  url: string
  callback_urls: string
  permissions: Permissions
  project_id: string
}

interface Made {
  readonly app: { readonly id: string; readonly name: string }
  readonly consumer_key: string
  readonly consumer_secret: string
  readonly bearer_token: string
}

const NEW: Values = {
  name: '',
  description: '',
  url: '',
  callback_urls: '',
  permissions: 'read',
  project_id: '',
}

/** A dialog that creates an app, and then shows its keys once. */
export function CreateApp({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const [made, setMade] = useState<Made>()
  const client = useQueryClient()
  const navigate = useNavigate()
  const projects = useQuery({ ...projectsQuery, enabled: opened }).data?.projects ?? []
  const form = useForm<Values>({ initialValues: NEW })
  const create = useMutation({
    mutationFn: ({ callback_urls, project_id, ...values }: Values) =>
      dataOf(
        api.POST('/console/api/apps', {
          body: {
            ...values,
            callback_urls: callback_urls.split('\n'),
            project_id: project_id === '' ? null : project_id,
          },
        }),
      ),
    // The response has secrets, which must not stay in the cache.
    gcTime: 0,
    meta: { isShownInForm: true },
    onError: (error) => showProblem(form, error),
    onSuccess: (answer) => {
      setMade(answer)
      form.reset()
      void client.invalidateQueries({ queryKey: ['apps'] })
    },
  })
  const close = () => {
    const { id } = made?.app ?? {}
    setMade(undefined)
    create.reset()
    onClose()
    if (id !== undefined) void navigate({ to: '/apps/$appId/settings', params: { appId: id } })
  }
  if (made !== undefined) {
    return (
      <Dialog
        opened={opened}
        onClose={close}
        title={APPS.madeTitle(made.app.name)}
        size="lg"
        closeOnClickOutside={false}
      >
        <MadeApp made={made} onDone={close} />
      </Dialog>
    )
  }
  return (
    <Dialog opened={opened} onClose={close} title={APPS.create} size="lg">
      <form onSubmit={form.onSubmit((values) => create.mutate(values))}>
        <Stack gap="md">
          <TextInput
            label={APPS.name}
            description={APPS.nameHint}
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <TextInput label={APPS.about} {...form.getInputProps('description')} />
          <TextInput label={APPS.website} placeholder="https://" {...form.getInputProps('url')} />
          <Textarea
            label={APPS.callbacks}
            description={APPS.callbacksHint}
            autosize
            minRows={2}
            {...form.getInputProps('callback_urls')}
          />
          <Select
            label={APPS.permissions}
            data={PERMISSION_OPTIONS}
            allowDeselect={false}
            {...form.getInputProps('permissions')}
          />
          <Select
            label={APPS.project}
            data={[
              { value: '', label: APPS.standalone },
              ...projects.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            allowDeselect={false}
            {...form.getInputProps('project_id')}
          />
          <FormButtons submit={APPS.create} isRunning={create.isPending} onCancel={close} />
        </Stack>
      </form>
    </Dialog>
  )
}

function MadeApp({ made, onDone }: { readonly made: Made; readonly onDone: () => void }) {
  const keys = { key: made.consumer_key, secret: made.consumer_secret, bearer: made.bearer_token }
  const calls = firstCalls(useSession().api_url, keys)
  return (
    <Stack gap="md">
      <Secret
        values={[
          { name: APPS.keys.key, value: keys.key },
          { name: APPS.keys.secret, value: keys.secret },
          { name: APPS.keys.bearer, value: keys.bearer },
        ]}
      />
      <CodeBlock label={APPS.snippets.env} code={envLines(keys)} />
      <Tabs defaultValue="curl">
        <Tabs.List>
          <Tabs.Tab value="curl">{APPS.snippets.curl}</Tabs.Tab>
          <Tabs.Tab value="python">{APPS.snippets.python}</Tabs.Tab>
          <Tabs.Tab value="node">{APPS.snippets.node}</Tabs.Tab>
        </Tabs.List>
        {(['curl', 'python', 'node'] as const).map((name) => (
          <Tabs.Panel key={name} value={name} pt="sm">
            <CodeBlock label={APPS.snippets[name]} code={calls[name]} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Group justify="flex-end">
        <Button onClick={onDone}>{APPS.done}</Button>
      </Group>
    </Stack>
  )
}

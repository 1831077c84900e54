import { Alert, Anchor, Button, Group, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import type { components } from '../../api/schema.d.ts'
import { showProblem } from '../../api/show-problem.ts'
import { ConfirmByName } from '../../components/ConfirmByName.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Section } from '../../components/Section.tsx'
import { usePageTitle } from '../../components/use-page-title.ts'
import { APPS, APP_SETTINGS as TEXTS } from '../../text/apps.ts'
import { PERMISSION_OPTIONS } from '../apps/permissions.ts'
import { appQuery, pathOf, projectsQuery } from '../apps/queries.ts'

type App = components['schemas']['ConsoleApp']

export function SettingsPage() {
  usePageTitle(TEXTS.title)
  const { appId } = useParams({ from: '/shell/apps/$appId/settings' })
  return (
    <Loaded query={useQuery(appQuery(appId))} lines={8}>
      {(app) => (
        <Stack gap={0}>
          <SettingsForm key={app.id} app={app} />
          <MoveApp app={app} />
          <DeleteApp app={app} />
        </Stack>
      )}
    </Loaded>
  )
}

function SettingsForm({ app }: { readonly app: App }) {
  const client = useQueryClient()
  const [isReissueDue, setReissueDue] = useState(false)
  const form = useForm({ initialValues: { ...app, callback_urls: app.callback_urls.join('\n') } })
  const save = useMutation({
    mutationFn: ({
      callback_urls,
      id: _id,
      level: _level,
      project: _project,
      ...values
    }: typeof form.values) => {
      const { created_at: _at, is_suspended: _suspended, ...fields } = values
      const body = { ...fields, callback_urls: callback_urls.split('\n') }
      return dataOf(api.PUT('/console/api/apps/{app_id}', { ...pathOf(app.id), body }))
    },
    meta: { isShownInForm: true },
    onError: (error) => showProblem(form, error),
    onSuccess: (saved) => {
      setReissueDue(isReissueDue || saved.permissions !== app.permissions)
      form.setValues({ ...saved, callback_urls: saved.callback_urls.join('\n') })
      client.setQueryData(appQuery(app.id).queryKey, saved)
      void client.invalidateQueries({ queryKey: ['apps'] })
      notifications.show({ message: TEXTS.saved })
    },
  })
  const text = (name: keyof typeof form.values & string, label: string) => (
    <TextInput label={label} {...form.getInputProps(name)} value={String(form.values[name] ?? '')} />
  )
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap={0}>
        <Section title={TEXTS.general}>
          <Stack gap="md" maw="40rem">
            <TextInput
              label={APPS.name}
              description={APPS.nameHint}
              required
              {...form.getInputProps('name')}
            />
            {text('description', APPS.about)}
            {text('url', APPS.website)}
            <Textarea
              label={APPS.callbacks}
              description={APPS.callbacksHint}
              autosize
              minRows={2}
              {...form.getInputProps('callback_urls')}
            />
            {text('terms_url', TEXTS.terms)}
            {text('privacy_url', TEXTS.privacy)}
            {text('organisation', TEXTS.organisation)}
            {text('organisation_url', TEXTS.organisationUrl)}
          </Stack>
        </Section>
        <Section title={TEXTS.access}>
          <Stack gap="md" maw="40rem">
            <Select
              label={APPS.permissions}
              data={PERMISSION_OPTIONS}
              allowDeselect={false}
              {...form.getInputProps('permissions')}
            />
            {(isReissueDue || form.values.permissions !== app.permissions) && (
              <Alert color="yellow">
                {TEXTS.changed}{' '}
                <Anchor
                  component={Link}
                  to="/apps/$appId/keys"
                  params={{ appId: app.id } as never}
                  inherit
                  c="inherit"
                >
                  {TEXTS.toKeys}
                </Anchor>
              </Alert>
            )}
            <Switch label={TEXTS.email} {...form.getInputProps('may_read_email', { type: 'checkbox' })} />
            <Switch
              label={TEXTS.signIn}
              description={TEXTS.signInHint}
              {...form.getInputProps('allows_sign_in', { type: 'checkbox' })}
            />
            <Group>
              <Button type="submit" loading={save.isPending}>
                {TEXTS.save}
              </Button>
            </Group>
          </Stack>
        </Section>
      </Stack>
    </form>
  )
}

function MoveApp({ app }: { readonly app: App }) {
  const client = useQueryClient()
  const projects = useQuery(projectsQuery)
  const move = useMutation({
    mutationFn: (project: string) => {
      const body = { project_id: project === '' ? null : project }
      return dataOf(api.PUT('/console/api/apps/{app_id}/project', { ...pathOf(app.id), body }))
    },
    onSuccess: (moved) => {
      client.setQueryData(appQuery(app.id).queryKey, moved)
      void client.invalidateQueries({ queryKey: ['apps'] })
      notifications.show({ message: TEXTS.saved })
    },
  })
  return (
    <Section title={TEXTS.move} description={TEXTS.moveText}>
      <Loaded query={projects} lines={1}>
        {(data) => (
          <Select
            aria-label={TEXTS.move}
            maw="40rem"
            data={[
              { value: '', label: APPS.standalone },
              ...data.projects.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={app.project?.id ?? ''}
            allowDeselect={false}
            disabled={move.isPending}
            onChange={(value) => move.mutate(value ?? '')}
          />
        )}
      </Loaded>
    </Section>
  )
}

function DeleteApp({ app }: { readonly app: App }) {
  const [isOpen, setOpen] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const remove = async () => {
    await api.DELETE('/console/api/apps/{app_id}', { ...pathOf(app.id), body: { name: app.name } })
    await navigate({ to: '/apps' })
    client.removeQueries({ queryKey: ['app', app.id] })
    void client.invalidateQueries({ queryKey: ['apps'] })
  }
  return (
    <Section title={TEXTS.danger}>
      <Stack gap="sm" align="flex-start">
        <Text maw="40rem">{TEXTS.dangerText}</Text>
        <Button color="red" variant="outline" onClick={() => setOpen(true)}>
          {TEXTS.delete}
        </Button>
      </Stack>
      <ConfirmByName
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={TEXTS.deleteTitle(app.name)}
        name={app.name}
        action={TEXTS.delete}
        onConfirm={remove}
      >
        {TEXTS.dangerText}
      </ConfirmByName>
    </Section>
  )
}

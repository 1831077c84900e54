import { Anchor, Select, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, dataOf } from '../../../api/client.ts'
import { showProblem } from '../../../api/show-problem.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { FormButtons } from '../../../components/FormButtons.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { COMPONENTS } from '../../../text/components.ts'
import { DESK_APPS } from '../../../text/desk-apps.ts'
import type { ShownApp } from './shown-app.ts'

const TEXT = DESK_APPS.move

/** The first page of the list has all projects, because a user has at most 100. */
const ALL = 200

interface Props {
  readonly shown: ShownApp
  readonly onClose: () => void
}

/** A dialog that moves an app into a project of its owner. */
export function MoveApp({ shown, onClose }: Props) {
  const { owner } = shown.app
  const projects = useQuery({
    queryKey: ['operator', 'projects', 'of', owner.username],
    queryFn: () =>
      dataOf(
        api.GET('/console/api/operator/projects', {
          params: { query: { owner: owner.username, count: ALL } },
        }),
      ),
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={TEXT.title}
      size="lg"
      closeButtonProps={{ 'aria-label': COMPONENTS.close }}
    >
      <Stack>
        <Text size="sm">{TEXT.help}</Text>
        <Loaded query={projects}>
          {({ projects: list }) =>
            list.length === 0 ? (
              <Text size="sm">
                {TEXT.none(owner.username)}{' '}
                <Anchor component={Link} to="/operator/projects" inherit>
                  {TEXT.toProjects}
                </Anchor>
              </Text>
            ) : (
              <MoveForm shown={shown} projects={list} onClose={onClose} />
            )
          }
        </Loaded>
      </Stack>
    </Dialog>
  )
}

interface FormProps extends Props {
  readonly projects: readonly { readonly id: string; readonly name: string }[]
}

function MoveForm({ shown: { app, project }, projects, onClose }: FormProps) {
  const client = useQueryClient()
  const form = useForm({
    initialValues: { project: project?.id ?? '' },
    validate: { project: (value) => (value === '' ? TEXT.missing : null) },
  })
  const move = useMutation({
    mutationFn: (values: typeof form.values) =>
      api.POST('/console/api/operator/projects/{project_id}/apps', {
        params: { path: { project_id: values.project } },
        body: { app_id: app.id },
      }),
    meta: { isShownInForm: true },
    onError: (error) => showProblem(form, error),
    onSuccess: async () => {
      notifications.show({ message: TEXT.moved })
      await client.invalidateQueries({ queryKey: ['operator'] })
      onClose()
    },
  })
  return (
    <form onSubmit={form.onSubmit((values) => move.mutate(values))} noValidate>
      <Stack>
        <Select
          label={TEXT.label}
          required
          allowDeselect={false}
          data={projects.map(({ id, name }) => ({ value: id, label: `${name} (${id})` }))}
          {...form.getInputProps('project')}
        />
        <SameCommand command={`aviary project add-app ${form.values.project || 'PROJECT'} --app ${app.id}`} />
        <FormButtons submit={TEXT.submit} isRunning={move.isPending} onCancel={onClose} />
      </Stack>
    </form>
  )
}

import { Button, Group, Stack, Table, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconFolder, IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import type { components } from '../../api/schema.d.ts'
import { showProblem } from '../../api/show-problem.ts'
import { ConfirmByName } from '../../components/ConfirmByName.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { FormButtons } from '../../components/FormButtons.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Section } from '../../components/Section.tsx'
import { APPS } from '../../text/apps.ts'
import { appsQuery, projectsQuery } from './queries.ts'

type Project = components['schemas']['ConsoleProject']

/** Lists the projects of the developer. */
export function Projects() {
  const [edited, setEdited] = useState<Project | 'new'>()
  const [removed, setRemoved] = useState<Project>()
  const client = useQueryClient()
  const projects = useQuery(projectsQuery)
  const apps = useQuery(appsQuery).data?.apps ?? []
  const create = (
    <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={() => setEdited('new')}>
      {APPS.newProject}
    </Button>
  )
  const remove = async () => {
    if (removed === undefined) return
    await api.DELETE('/console/api/projects/{project_id}', {
      params: { path: { project_id: removed.id } },
    })
    await client.invalidateQueries({ queryKey: ['projects'] })
  }
  return (
    <Section title={APPS.projects} description={APPS.projectsDescription} actions={create} isFlush>
      {edited !== undefined && (
        <EditProject project={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      <ConfirmByName
        opened={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={APPS.removeProject(removed?.name ?? '')}
        action={APPS.remove}
        onConfirm={remove}
      >
        {APPS.removeProjectText}
      </ConfirmByName>
      <Loaded query={projects}>
        {({ projects: all }) =>
          all.length === 0 ? (
            <EmptyState title={APPS.noProjects} icon={<IconFolder size={32} />}>
              {APPS.noProjectsAdvice}
            </EmptyState>
          ) : (
            <Table>
              <Table.Tbody>
                {all.map((project) => (
                  <Table.Tr key={project.id}>
                    <Table.Td>
                      <Text fw={500}>{project.name}</Text>
                      <Text size="sm" c="dimmed">
                        {[
                          APPS.appCount(apps.filter(({ project_id }) => project_id === project.id).length),
                          project.use_case,
                          project.description,
                        ]
                          .filter((each) => each !== '')
                          .join(' · ')}
                      </Text>
                    </Table.Td>
                    <Table.Td>
                      <Group gap="xs" justify="flex-end">
                        <Button
                          size="xs"
                          variant="default"
                          aria-label={`${APPS.editProject} ${project.name}`}
                          onClick={() => setEdited(project)}
                        >
                          {APPS.editProject}
                        </Button>
                        <Button
                          size="xs"
                          variant="default"
                          aria-label={`${APPS.remove} ${project.name}`}
                          onClick={() => setRemoved(project)}
                        >
                          {APPS.remove}
                        </Button>
                      </Group>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </Loaded>
    </Section>
  )
}

interface EditProps {
  /** Undefined for a new project. */
  readonly project: Project | undefined
  readonly onClose: () => void
}

function EditProject({ project, onClose }: EditProps) {
  const client = useQueryClient()
  const form = useForm({
    initialValues: {
      name: project?.name ?? '',
      use_case: project?.use_case ?? '',
      description: project?.description ?? '',
    },
  })
  const save = useMutation({
    mutationFn: (body: typeof form.values) =>
      project === undefined
        ? dataOf(api.POST('/console/api/projects', { body }))
        : dataOf(
            api.PUT('/console/api/projects/{project_id}', {
              params: { path: { project_id: project.id } },
              body,
            }),
          ),
    meta: { isShownInForm: true },
    onError: (error) => showProblem(form, error),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['projects'] })
      onClose()
    },
  })
  return (
    <Dialog opened onClose={onClose} title={project?.name ?? APPS.newProject}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack gap="md">
          <TextInput label={APPS.name} required data-autofocus {...form.getInputProps('name')} />
          <TextInput label={APPS.useCase} {...form.getInputProps('use_case')} />
          <TextInput label={APPS.about} {...form.getInputProps('description')} />
          <FormButtons submit={APPS.save} isRunning={save.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}

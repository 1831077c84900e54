/** `aviary console …` and `aviary project …`: console users, and projects of apps. */
import { Command } from 'commander'
import { requireUser } from '../../domain/accounts/user.ts'
import { listProjects } from '../../domain/apps/projects/list-projects.ts'
import { addAppToProject, createProject } from '../../domain/apps/projects/projects.ts'
import {
  CONSOLE_ROLES,
  type ConsoleRole,
  changeConsolePassword,
  createConsoleUser,
} from '../../domain/console/console-account.ts'
import { listConsoleUsers } from '../../domain/console/list-users.ts'
import type { Streams } from '../output.ts'
import { type PagingOptions, pageAsked, showPage, withPaging } from '../paging.ts'
import { type PasswordOptions, readPassword, withPassword } from '../password.ts'
import { dataAction, existingDataAction, idArgument, standardCommand, UsageError } from '../run.ts'

interface CreateOptions extends PasswordOptions, Record<string, unknown> {
  readonly email: string
  readonly role: string
}

export function consoleCommand(streams: Streams, exit: (code: number) => void): Command {
  const command = new Command('console').description(
    'Manage users of the console and of the compliance stream.',
  )
  command.addCommand(
    withPassword(
      standardCommand('create', 'Create a console user, and the account if it does not exist.')
        .argument('<account>', 'Name of the account; part of the URLs of its streams')
        .requiredOption('--email <ADDRESS>', 'E-mail address to sign in with'),
    )
      .option('--role <ROLE>', CONSOLE_ROLES.join(' or '), 'admin')
      .action(
        dataAction<CreateOptions, [string]>(
          streams,
          exit,
          async ({ context }, { output }, { email, role: roleText, ...options }, accountName) => {
            const role = roleOf(roleText)
            const input = { accountName, email, password: await readPassword(options, streams), role }
            const { id } = await createConsoleUser(context, input)
            output.result({ id, account_name: accountName, email, role }, [
              `${email} can sign in to the console account ${accountName}.`,
            ])
          },
        ),
      ),
  )
  command.addCommand(
    withPassword(
      standardCommand('password', 'Change the password of a console user.').argument('<email>'),
    ).action(
      existingDataAction<PasswordOptions & Record<string, unknown>, [string]>(
        streams,
        exit,
        async ({ context }, { output }, options, email) => {
          await changeConsolePassword(context, email, await readPassword(options, streams))
          output.result({ email }, [`${email} has a new password. The old one stops working immediately.`])
        },
      ),
    ),
  )
  command.addCommand(listConsoleUsersCommand(streams, exit))
  return command
}

function listConsoleUsersCommand(streams: Streams, exit: (code: number) => void): Command {
  return withPaging(standardCommand('list', 'List console users and their accounts.'), 'ID')
    .argument('[account]', 'List the users of this account only')
    .action(
      existingDataAction<PagingOptions, [string | undefined]>(
        streams,
        exit,
        async ({ store }, { output }, options, account) => {
          const asked = pageAsked(options, (text) => idArgument(text, '--after'))
          showPage(output, 'users', await listConsoleUsers(store, account, asked), {
            object: ({ id, accountName, email, role, createdAt }) => ({
              id,
              account_name: accountName,
              email,
              role,
              created_at: new Date(createdAt).toISOString(),
            }),
            line: ({ id, accountName, email, role }) => `${id} ${accountName} ${email} (${role})`,
            nothing: 'No console users. Create one with "aviary console create ACCOUNT --email ADDRESS".',
          })
        },
      ),
    )
}

export function projectCommand(streams: Streams, exit: (code: number) => void): Command {
  const command = new Command('project').description('Manage projects. Apps need a project to use API v2.')
  command.addCommand(
    standardCommand('create', 'Create a project.')
      .argument('<name>', '1 to 50 characters')
      .requiredOption('--owner <SCREEN_NAME>', 'The user who owns the project')
      .action(
        existingDataAction<{ owner: string }, [string]>(
          streams,
          exit,
          async ({ context, store }, { output }, { owner }, name) => {
            const { id: ownerId } = await requireUser(store, { screenName: owner })
            const { id } = await createProject(context, { name, ownerId })
            output.result({ project_id: id, name }, [`Created the project ${name} with the id ${id}.`])
          },
        ),
      ),
  )
  command.addCommand(
    standardCommand('add-app', 'Add an app to a project.')
      .argument('<project-id>')
      .requiredOption('--app <ID>', 'The id of the app')
      .action(
        existingDataAction<{ app: string }, [string]>(
          streams,
          exit,
          async ({ context }, { output }, { app }, project) => {
            const projectId = idArgument(project, '<project-id>')
            const appId = idArgument(app, '--app')
            await addAppToProject(context, projectId, appId)
            output.result({ project_id: projectId, app_id: appId }, [
              `The app ${appId} is in the project ${projectId}.`,
            ])
          },
        ),
      ),
  )
  command.addCommand(listProjectsCommand(streams, exit))
  return command
}

function listProjectsCommand(streams: Streams, exit: (code: number) => void): Command {
  return withPaging(standardCommand('list', 'List projects, oldest first.'), 'ID')
    .option('--owner <SCREEN_NAME>', 'List the projects of this user only')
    .action(
      existingDataAction<PagingOptions & { owner?: string }, []>(
        streams,
        exit,
        async ({ store }, { output }, options) => {
          const asked = pageAsked(options, (text) => idArgument(text, '--after'))
          const { owner } = options
          const ownerId =
            owner === undefined ? undefined : (await requireUser(store, { screenName: owner })).id
          showPage(output, 'projects', await listProjects(store, ownerId, asked), {
            object: (project) => ({
              project_id: project.id,
              name: project.name,
              owner_id: project.ownerId,
              owner: project.owner,
              apps: project.appCount,
              created_at: new Date(project.createdAt).toISOString(),
            }),
            line: ({ id, name, owner, appCount }) => `${id} ${name} by @${owner} (${appCount} apps)`,
            nothing: 'No projects. Create one with "aviary project create NAME --owner SCREEN_NAME".',
          })
        },
      ),
    )
}

function roleOf(text: string): ConsoleRole {
  const role = CONSOLE_ROLES.find((candidate) => candidate === text)
  if (role === undefined)
    throw new UsageError(`--role takes ${CONSOLE_ROLES.join(' or ')}, not ${JSON.stringify(text)}`)
  return role
}

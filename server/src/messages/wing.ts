import multipart from '@fastify/multipart'
import type { BrandsWing } from '../brands/wing.ts'
import type { IdentityWing } from '../identity/wing.ts'
import type { Ground } from '../platform/ground.ts'
import { type Binder, type BinderOptions, createBinder } from '../platform/http/bind.ts'
import { createAttachments } from './attachments/create.ts'
import { bindAttachments } from './attachments/routes.ts'
import { loadLibrary } from './forms/definitions.ts'
import type { FormJob } from './forms/document.ts'
import { createFormDocuments, formThread } from './forms/documents.ts'
import { bindForms } from './forms/routes.ts'
import { createFormService } from './forms/service.ts'
import { bindDrafts } from './messages/drafts.ts'
import { createMailStreams } from './messages/mail-streams.ts'
import { bindMessages } from './messages/routes.ts'
import { createMessageService } from './messages/service.ts'
import { loadTopics } from './messages/topics.ts'

type House = Ground & BrandsWing & IdentityWing

export type MessagesWing = ReturnType<typeof createMessages>

/** What the desk does with messages. */
export interface MessageHooks {
  createIntake(): Parameters<typeof createMessageService>[0]['intake']
  readonly findConversation: Parameters<typeof createFormDocuments>[0]['findConversation']
  /** Binds the desk's own calls that carry files. */
  bindFiles(binder: Binder, attachments: ReturnType<typeof createAttachments>['service']): void
}

/** Messages between members and customer service, with files and forms. */
export function createMessages(house: House, hooks: Pick<MessageHooks, 'createIntake'>) {
  const { app, config, contentDir, held } = house
  const attachments = createAttachments(house)
  app.addHook('onClose', () => attachments.stop())
  const topics = loadTopics(contentDir, held)
  const mailStreams = createMailStreams({ ...house, max: config.eventStreams, maxOfPerson: config.eventStreamsPerson })
  app.addHook('preClose', () => mailStreams.close())
  return {
    attachments: attachments.service,
    ...{ topics, mailStreams },
    messages: createMessageService({
      ...house,
      topics,
      intake: hooks.createIntake(),
      attachments: attachments.service,
    }),
  }
}

export async function bindMessagesWing(
  binder: Binder,
  house: House & MessagesWing,
  hooks: Omit<MessageHooks, 'createIntake'> & { readonly binding: Omit<BinderOptions, 'app'> },
): Promise<void> {
  const { app, attachments, contentDir, startJobThreads } = house
  // Registered apart from the other calls, which would otherwise run the upload hooks for nothing.
  await app.register(async (files) => {
    await files.register(multipart)
    const fileBinder = createBinder({ ...hooks.binding, app: files })
    bindAttachments(fileBinder, attachments)
    hooks.bindFiles(fileBinder, attachments)
  })
  bindMessages(binder, house)
  bindDrafts(binder)
  const library = loadLibrary(contentDir, house)
  bindForms(binder, {
    forms: createFormService({ ...house, library }),
    documents: createFormDocuments({
      ...house,
      library,
      findConversation: hooks.findConversation,
      documents: startJobThreads<FormJob>(formThread, 1),
    }),
  })
}

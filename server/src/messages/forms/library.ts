import type { PayloadOf } from '@portico/contract/call'
import type { formLibrary, openGuide } from '@portico/contract/calls/forms'
import { authoredLanguages, toAuthored } from '@portico/rules/languages/authored'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { guideShown } from './definitions.ts'
import type { FormParts } from './parts.ts'

export function readLibrary(
  { library }: FormParts,
  { principal, language }: CallContext<MemberPrincipal>,
): PayloadOf<typeof formLibrary> {
  return {
    items: [
      ...library.forms(principal.brand).map(({ kind, subject, title, about }) => ({
        id: kind,
        type: 'form' as const,
        subject,
        languages: [...authoredLanguages],
        language: toAuthored(language),
        title: title[toAuthored(language)],
        about: about[toAuthored(language)],
      })),
      ...library.guides(principal.brand).map((guide) => guideShown(guide, language).item),
    ],
  }
}

export function readGuide(
  { library }: FormParts,
  { principal, language }: CallContext<MemberPrincipal>,
  id: string,
): PayloadOf<typeof openGuide> {
  const guide = library.guides(principal.brand).find((one) => one.id === id)
  if (guide === undefined) throw new CallError('NOT-FOUND')
  const { item, ...rest } = guideShown(guide, language)
  return { ...item, ...rest }
}

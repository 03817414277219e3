import { openForm } from '@portico/contract/calls/forms'
import { formKinds } from '@portico/rules/forms/kinds'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useActsForPerson, usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useRoute } from '../../base/router/navigation.ts'
import type { View } from '../../base/router/view.ts'
import { Authored } from '../../base/texts/spoken.tsx'
import { useText, useTexts } from '../../base/texts/text.tsx'
import { BackLink } from '../../kit/layout/back-link.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { presetFields } from './form-fields.ts'
import { GuidedForm } from './guided-form.tsx'

/** A form that is filled in step by step, signed and sent (MP-21). */
function FormScreen() {
  const t = useText()
  const { named, params } = useRoute()
  const { language } = useTexts()
  const acts = useActsForPerson()
  const kind = formKinds.find((one) => one === named.kind)
  const { value, failed, reload } = useLoaded(
    (signal) => api.call(openForm, { params: { kind: kind ?? 'claim' }, signal }),
    { key: `${kind} ${language}`, wanted: kind !== undefined && !acts },
  )
  const claim = kind === 'appeal' ? params.claim : undefined
  const isOfApproval = kind === 'appeal' && params.decision === 'approval'
  return (
    <Page
      back={<BackLink to={links.educationalMaterials()}>{t('library.back')}</BackLink>}
      title={
        kind === undefined ? (
          t('library.gone')
        ) : value === null ? (
          t(`library.kind-${kind}`)
        ) : (
          <Authored>{value.form.title}</Authored>
        )
      }
    >
      {kind === undefined ? (
        <Card>
          <EmptyState title={t('library.gone')} text={t('library.gone-text')} />
        </Card>
      ) : acts ? (
        <Acting />
      ) : value !== null && !value.maySend ? (
        <Card>
          <EmptyState title={t('library.parent')} text={t('library.parent-text')} />
        </Card>
      ) : value !== null ? (
        <GuidedForm
          key={`${kind} ${claim ?? ''} ${isOfApproval}`}
          form={value.form}
          held={value.draft}
          preset={presetFields(value.form, { claim, isOfApproval })}
        />
      ) : failed ? (
        <FailedCard onRetry={reload} />
      ) : (
        <Card>
          <Skeleton shape="title" />
          <Skeleton shape="block" />
        </Card>
      )}
    </Page>
  )
}

/** A representative gives the member the PDF; people who look at someone's information fill in forms as themselves. */
function Acting() {
  const t = useText()
  const { session } = usePage()
  const isViewing = session?.simulation?.scopes != null
  return (
    <Alert tone="info" title={t(isViewing ? 'library.viewing' : 'library.acting')}>
      <p>{isViewing ? t('library.viewing-text', { name: session.firstName }) : t('library.acting-text')}</p>
    </Alert>
  )
}

export const view: View = { title: 'library.form', Component: FormScreen }

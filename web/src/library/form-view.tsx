import { openForm } from '@portico/contract/calls/forms'
import { formKinds } from '@portico/rules/forms/kinds'
import { ArrowLeft } from 'lucide-react'
import { api } from '../api/api.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { useActsForPerson } from '../page-state.tsx'
import { Link } from '../router/link.tsx'
import { links } from '../router/links.ts'
import { useRoute } from '../router/navigation.ts'
import type { View } from '../router/view.ts'
import { useText, useTexts } from '../texts/text.tsx'
import { Alert } from '../ui/alert.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { GuidedForm } from './guided-form.tsx'
import styles from './library-view.module.css'

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
  return (
    <div className={styles.view}>
      <p className={styles.back}>
        <Link to={links.educationalMaterials()}>
          <ArrowLeft aria-hidden="true" className={styles.arrow} />
          {t('library.back')}
        </Link>
      </p>
      <h1>{kind === undefined ? t('library.gone') : (value?.form.title ?? t(`library.kind-${kind}`))}</h1>
      {kind === undefined ? (
        <Card>
          <EmptyState title={t('library.gone')} text={t('library.gone-text')} />
        </Card>
      ) : acts ? (
        <Alert tone="info" title={t('library.acting')}>
          <p>{t('library.acting-text')}</p>
        </Alert>
      ) : value !== null ? (
        <GuidedForm
          key={`${kind} ${claim ?? ''}`}
          form={value.form}
          held={value.draft}
          preset={claim === undefined ? {} : { claim }}
        />
      ) : failed ? (
        <Card>
          <ErrorState onRetry={reload} />
        </Card>
      ) : (
        <Card>
          <Skeleton shape="title" />
          <Skeleton shape="block" />
        </Card>
      )}
    </div>
  )
}

export const view: View = { title: 'library.form', Component: FormScreen }

import { usePage } from '../../base/page-state.tsx'
import { useRoute } from '../../base/router/navigation.ts'
import type { View } from '../../base/router/view.ts'
import { useText } from '../../base/texts/text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AccountSearch } from './accounts.tsx'
import styles from './administration.module.css'
import { RegisteredApps } from './apps.tsx'
import { AuditLog } from './audit-log.tsx'
import { SignInConnections } from './connections.tsx'
import { OtherPlans } from './other-plans.tsx'
import { OwnBrands } from './own-brands.tsx'
import { type AdministrationPart, isPart, listParts, Parts } from './parts.tsx'
import { StaffPeople } from './people.tsx'
import { PeopleData } from './people-data.tsx'
import { StaffMember } from './person.tsx'
import { Provisioning } from './provisioning.tsx'
import { YearReports } from './reports.tsx'
import { Running } from './running.tsx'

/** People who work here, members' accounts, the audit log, and the system's status (AD-2 to AD-5). */
function Administration() {
  const t = useText()
  const { session } = usePage()
  const { segments } = useRoute()
  const parts = listParts(session?.entitlements ?? [])
  const asked = segments[1] ?? parts[0]
  const part = parts.find((one) => one === asked)
  const id = segments[2]
  return (
    <div className={styles.view}>
      <Parts parts={parts} current={part ?? null} />
      {asked !== undefined && !isPart(asked) ? (
        <EmptyState title={t('administration.unknown.title')} text={t('administration.unknown.text')} />
      ) : part === undefined ? (
        <EmptyState title={t('administration.none.title')} text={t('administration.none.text')} />
      ) : part === 'people' && id !== undefined ? (
        <StaffMember key={id} accountId={id} />
      ) : (
        <Shown part={part} />
      )}
    </div>
  )
}

function Shown({ part }: { readonly part: AdministrationPart }) {
  switch (part) {
    case 'people':
      return <StaffPeople />
    case 'accounts':
      return <AccountSearch />
    case 'provisioning':
      return <Provisioning />
    case 'apps':
      return (
        <>
          <RegisteredApps />
          <OtherPlans />
        </>
      )
    case 'connections':
      return <SignInConnections />
    case 'ownbrands':
      return <OwnBrands />
    case 'data':
      return <PeopleData />
    case 'log':
      return <AuditLog />
    case 'running':
      return <Running />
    case 'reports':
      return <YearReports />
  }
}

export const view: View = { title: 'administration.title', Component: Administration }

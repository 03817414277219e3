import type { Loaded } from '../../base/api/use-loaded.ts'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useFormat } from '../../base/texts/format.ts'
import { Spoken } from '../../base/texts/spoken.tsx'
import { useText } from '../../base/texts/text.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { Group } from './group.tsx'
import styles from './search-view.module.css'
import type { Groups } from './use-groups.ts'

interface FoundGroupsProps {
  readonly groups: Groups
  readonly term: string
}

/** The results other than content, in groups (MP-28). */
export function FoundGroups({ groups, term }: FoundGroupsProps) {
  return (
    <>
      <Doctors doctors={groups.doctors} term={term} />
      <Services services={groups.services} term={term} />
      <Drugs drugs={groups.drugs} term={term} />
      <Claims claims={groups.claims} />
      <Papers plans={groups.plans} papers={groups.papers} />
    </>
  )
}

function Doctors({ doctors, term }: Pick<Groups, 'doctors'> & Pick<FoundGroupsProps, 'term'>) {
  const t = useText()
  const { entries = [], total = 0 } = doctors.value ?? {}
  return (
    <Group
      title={t('search.doctors.title')}
      problem={toProblem(doctors, t('search.doctors.failed'))}
      more={
        total > entries.length && (
          <Link to={links.findDoctor({ words: term })}>{t('search.doctors.more', { count: total })}</Link>
        )
      }
    >
      {entries.map((one) => (
        <li key={one.providerId} className={styles.found}>
          <h3 className={styles.title}>
            <Link to={links.findDoctor({ words: term, provider: one.providerId })}>
              {[one.name, one.credential].filter(Boolean).join(', ')}
            </Link>
          </h3>
          <p className={styles.note}>
            {[
              one.specialties.map(({ name }) => name).join(', '),
              [one.city, one.state].filter(Boolean).join(', '),
              one.miles !== null && t('search.doctors.away', { miles: one.miles }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </li>
      ))}
    </Group>
  )
}

function Services({ services, term }: Pick<Groups, 'services'> & Pick<FoundGroupsProps, 'term'>) {
  const t = useText()
  const found = services.value ?? []
  return (
    <Group
      title={t('search.services.title')}
      problem={toProblem(services, t('search.services.failed'))}
      more={found.length > 0 && <Link to={links.careCost({ words: term })}>{t('search.services.more')}</Link>}
    >
      {found.map(({ type, code, name, spoken, priced }) => (
        <li key={`${type} ${code}`} className={styles.found}>
          <h3 className={styles.title}>
            <Link to={links.careCost({ words: name })}>
              <Spoken language={spoken}>{name}</Spoken>
            </Link>
          </h3>
          {!priced && <p className={styles.note}>{t('search.services.no-price')}</p>}
        </li>
      ))}
    </Group>
  )
}

function Drugs({ drugs, term }: Pick<Groups, 'drugs'> & Pick<FoundGroupsProps, 'term'>) {
  const t = useText()
  const found = drugs.value ?? []
  return (
    <Group
      title={t('search.drugs.title')}
      problem={toProblem(drugs, t('search.drugs.failed'))}
      more={found.length > 0 && <Link to={links.prescriptions(term)}>{t('search.drugs.more')}</Link>}
    >
      {found.map(({ drugId, name, strength, form, ingredient }) => (
        <li key={drugId} className={styles.found}>
          <h3 className={styles.title}>
            <Link to={links.prescriptions(name)}>
              {[[name, strength].filter(Boolean).join(' '), form].filter(Boolean).join(', ')}
            </Link>
          </h3>
          {ingredient !== null && ingredient !== name && <p className={styles.note}>{ingredient}</p>}
        </li>
      ))}
    </Group>
  )
}

function Claims({ claims }: Pick<Groups, 'claims'>) {
  const t = useText()
  const { date, money } = useFormat()
  const found = claims.value?.claims ?? []
  const { people = [], total = 0 } = claims.value ?? {}
  return (
    <Group
      title={t('search.claims.title')}
      problem={toProblem(claims, t('search.claims.failed'))}
      more={
        total > found.length && (
          <p className={styles.note}>
            <Link to={links.claims()}>{t('search.claims.more', { count: total })}</Link>
          </p>
        )
      }
    >
      {found.map((claim) => (
        <li key={claim.claimId} className={styles.found}>
          <h3 className={styles.title}>
            <Link to={links.claim(claim.claimId)}>{claim.providerName ?? t('search.claims.unnamed')}</Link>
          </h3>
          <p className={styles.note}>
            {date(claim.serviceDate)}
            {people.length > 1 && ` · ${claim.patient.firstName}`}
            {claim.billedCents !== null && ` · ${t('search.claims.billed', { amount: money(claim.billedCents) })}`}
          </p>
        </li>
      ))}
    </Group>
  )
}

function Papers({ plans, papers }: Pick<Groups, 'plans' | 'papers'>) {
  const t = useText()
  return (
    <Group title={t('search.papers.title')} problem={toProblem(plans, t('search.papers.failed'))}>
      {papers.map(({ title, text, link }) => (
        <li key={`${text} ${link}`} className={styles.found}>
          <h3 className={styles.title}>
            <a href={link} target="_blank" rel="noopener noreferrer">
              {title}
              <VisuallyHidden> ({t('search.papers.opens')})</VisuallyHidden>
            </a>
          </h3>
          <p className={styles.note}>{text}</p>
        </li>
      ))}
    </Group>
  )
}

function toProblem({ failed, reload }: Loaded<unknown>, text: string) {
  return failed ? { text, onRetry: reload } : null
}

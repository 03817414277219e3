import { companySite } from '@portico/contract/calls/company-site'
import { type SiteSection, siteSections } from '@portico/rules/content/site'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import type { View, ViewProps } from '../../base/router/view.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { Landscape } from '../../shared/landscape/landscape.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './site-view.module.css'

type Site = Extract<ReturnType<typeof usePage>['view'], { name: 'site' }>['site']
type Way = NonNullable<Site['parts'][number]['leadsTo']>

/** A page of the brand's own site for visitors (SH-10), as written by its authors. */
function SitePage({ variant }: ViewProps) {
  const t = useText()
  const { view, brand, language } = usePage()
  const section: SiteSection = siteSections.find((one) => one === variant) ?? 'home'
  const { value, failed, reload } = useLoaded(
    (signal) => api.call(companySite, { query: { brand: brand.code, language, section }, signal }),
    { key: section, known: view.name === 'site' && view.site.section === section ? view.site : null },
  )
  if (value === null)
    return (
      <div className={styles.body}>
        <h1>{t(`site.title.${section}`)}</h1>
        {failed ? <ErrorState onRetry={reload} /> : <Skeleton shape="block" />}
      </div>
    )
  return (
    <>
      <Hero site={value} />
      <div className={styles.body}>
        <Parts site={value} />
        {value.news.length > 0 && <News news={value.news} />}
        <div className={styles.foot}>
          <Card title={t('site.more')}>
            <ul className={styles.pages}>
              {siteSections
                .filter((one) => one !== section)
                .map((one) => (
                  <li key={one}>
                    <a href={value.links[one]}>{t(`site.page.${one}`, { brand: brand.name })}</a>
                  </li>
                ))}
            </ul>
          </Card>
          <Card title={t('site.contact')}>
            <p className={styles.number}>
              <PhoneLink />
            </p>
            <p className={lettering.small}>{brand.customerServiceHours}</p>
          </Card>
        </div>
      </div>
    </>
  )
}

function Hero({ site }: { readonly site: Site }) {
  const t = useText()
  const { brand, session } = usePage()
  return (
    <div className={styles.hero}>
      <Landscape className={styles.landscape} />
      <div className={styles.words}>
        <h1 className={styles.title}>{site.title}</h1>
        <p className={styles.lead}>{site.lead}</p>
        {site.section === 'home' && (
          <p className={styles.ways}>
            <ButtonLink to={brand.links.shop} variant="secondary">
              {t('site.way.plans')}
            </ButtonLink>
          </p>
        )}
        {session === null && (
          <p className={styles.member}>
            {t('site.member')} <Link to={links.signIn()}>{t('site.signIn')}</Link>{' '}
            <Link to={links.register()}>{t('site.register')}</Link>
          </p>
        )}
      </div>
    </div>
  )
}

function Parts({ site }: { readonly site: Site }) {
  const t = useText()
  const { brand } = usePage()
  const leads: Record<Way, string> = {
    plans: brand.links.shop,
    medicare: brand.links.medicare,
    care: links.findDoctor(),
    call: links.requestCall(),
  }
  return (
    <div className={styles.parts}>
      {site.parts.map(({ title, text, leadsTo }) => (
        <Card key={title} title={title} className={styles.part}>
          <p>{text}</p>
          {leadsTo !== undefined && (
            <p className={styles.action}>
              <ButtonLink to={leads[leadsTo]} variant="secondary">
                {t(`site.way.${leadsTo}`)}
              </ButtonLink>
            </p>
          )}
        </Card>
      ))}
    </div>
  )
}

function News({ news }: Pick<Site, 'news'>) {
  const t = useText()
  const { dateLong } = useFormat()
  return (
    <section className={styles.news} aria-labelledby="site-news">
      <h2 id="site-news">{t('site.news')}</h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list */}
      <ul role="list">
        {news.map(({ day, title, text }) => (
          <li key={`${day} ${title}`}>
            <h3>{title}</h3>
            <p className={lettering.small}>
              <time dateTime={day}>{dateLong(day)}</time>
            </p>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

export const view: View = { title: 'site.title.home', Component: SitePage }

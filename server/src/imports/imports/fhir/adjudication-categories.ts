import type { AmountKind } from '@portico/rules/claims/figures'

/**
 * The meaning of an amount. With a question mark: only if nothing else at the same level has that meaning. `other`: shown in the payer's
 * own words, because it is not part of any sum here. `null`: not an amount of money that concerns a member.
 */
export type Meaning = AmountKind | `${AmountKind}?` | 'other' | null

/**
 * The meaning of an adjudication category in a payer's file, by its code alone: payers leave out code systems or use their own.
 * `docs/imports.md` shows these tables.
 */
export const generalCategories: Readonly<Record<string, AmountKind | 'other' | null>> = {
  // HL7 http://terminology.hl7.org/CodeSystem/adjudication
  submitted: 'billed',
  eligible: 'allowed',
  deductible: 'deductible',
  copay: 'copay',
  benefit: 'planPaid',
  eligpercent: null,
  // CARIN http://hl7.org/fhir/us/carin-bb/CodeSystem/C4BBAdjudication
  coinsurance: 'coinsurance',
  noncovered: 'notCovered',
  discount: 'discount',
  memberliability: 'memberLiability',
  paidtoprovider: 'paidToProvider',
  paidtopatient: 'paidToPatient',
  priorpayerpaid: 'priorPayerPaid',
  paidbypatient: 'other',
  paidbypatientcash: 'other',
  paidbypatientother: 'other',
  paidbypatienthealthaccount: 'accountPaid',
  drugcost: null,
  // CARIN http://hl7.org/fhir/us/carin-bb/CodeSystem/C4BBAdjudicationDiscriminator: qualifiers without an amount.
  allowedunits: null,
  adjustmentreason: null,
  rejectreason: null,
  denialreason: null,
  billingnetworkstatus: null,
  renderingnetworkstatus: null,
  benefitpaymentstatus: null,
  // The codes of its first edition.
  inoutnetwork: null,
  billingnetworkcontractingstatus: null,
  renderingnetworkcontractingstatus: null,
  performingnetworkcontractingstatus: null,
  // In the first edition, the payment status is the category itself, with an amount of zero because a total requires one.
  innetwork: null,
  outofnetwork: null,
}

/** Codes of CMS, which are more precise than the general ones beside them. Those of Blue Button 2 are URLs; their last part counts. */
export const exactCategories: Readonly<Record<string, Meaning>> = {
  // Blue Button 2, lines of professional and equipment claims; also Synthea's.
  line_sbmtd_chrg_amt: 'billed',
  line_alowd_chrg_amt: 'allowed',
  line_bene_ptb_ddctbl_amt: 'deductible',
  line_coinsrnc_amt: 'coinsurance',
  line_nch_pmt_amt: 'planPaid',
  line_prvdr_pmt_amt: 'paidToProvider',
  line_bene_pmt_amt: 'paidToPatient',
  line_bene_prmry_pyr_pd_amt: 'priorPayerPaid',
  line_prmry_alowd_chrg_amt: 'other',
  line_dme_prchs_price_amt: 'other',
  line_prcsg_ind_cd: null,
  // Blue Button 2, lines of hospital claims.
  rev_cntr_tot_chrg_amt: 'billed',
  rev_cntr_ncvrd_chrg_amt: 'notCovered',
  rev_cntr_cash_ddctbl_amt: 'deductible',
  rev_cntr_blood_ddctbl_amt: 'deductible',
  rev_cntr_coinsrnc_wge_adjstd_c: 'coinsurance',
  rev_cntr_rdcd_coinsrnc_amt: 'other',
  rev_cntr_pmt_amt_amt: 'planPaid',
  // Lines of equipment repeat it after `line_prvdr_pmt_amt`.
  rev_cntr_prvdr_pmt_amt: 'paidToProvider?',
  rev_cntr_bene_pmt_amt: 'paidToPatient',
  rev_cntr_1st_msp_pd_amt: 'priorPayerPaid',
  rev_cntr_2nd_msp_pd_amt: 'priorPayerPaid',
  rev_cntr_ptnt_rspnsblty_pmt: 'memberLiability',
  rev_cntr_rate_amt: null,
  // Blue Button 2, whole claims.
  clm_tot_chrg_amt: 'billed',
  clm_pmt_amt: 'planPaid',
  nch_carr_clm_sbmtd_chrg_amt: 'billed',
  nch_carr_clm_alowd_amt: 'allowed',
  nch_clm_prvdr_pmt_amt: 'paidToProvider',
  nch_clm_bene_pmt_amt: 'paidToPatient',
  clm_op_prvdr_pmt_amt: 'paidToProvider',
  clm_op_bene_pmt_amt: 'paidToPatient',
  carr_clm_cash_ddctbl_apld_amt: 'deductible',
  nch_bene_ptb_ddctbl_amt: 'deductible',
  nch_bene_ptb_coinsrnc_amt: 'coinsurance',
  nch_bene_ip_ddctbl_amt: 'deductible',
  nch_bene_blood_ddctbl_lblty_am: 'deductible',
  nch_bene_pta_coinsrnc_lblty_amt: 'coinsurance',
  nch_ip_ncvrd_chrg_amt: 'notCovered',
  // The sum of deductible and coinsurance.
  nch_ip_tot_ddctn_amt: 'other',
  prpayamt: 'priorPayerPaid',
  nch_prmry_pyr_clm_pd_amt: 'priorPayerPaid',
  carr_clm_prmry_pyr_pd_amt: 'priorPayerPaid',
  // Blue Button 2, prescriptions (Part D).
  tot_rx_cst_amt: 'billed',
  cvrd_d_plan_pd_amt: 'planPaid',
  ncvrd_plan_pd_amt: 'planPaid',
  ptnt_pay_amt: 'memberLiability',
  othr_troop_amt: 'priorPayerPaid',
  plro_amt: 'priorPayerPaid',
  lics_amt: 'discount',
  rptd_gap_dscnt_num: 'discount',
  gdc_blw_oopt_amt: 'other',
  gdc_abv_oopt_amt: 'other',
  // Blue Button 3, whole claims.
  clm_sbmt_chrg_amt: 'billed',
  clm_alowd_chrg_amt: 'allowed',
  clm_prvdr_pmt_amt: 'paidToProvider',
  clm_bene_pd_amt: 'paidToPatient',
  clm_mdcr_instnl_bene_pd_amt: 'paidToPatient?',
  clm_mdcr_prfnl_prmry_pyr_amt: 'priorPayerPaid',
  clm_mdcr_instnl_prmry_pyr_amt: 'priorPayerPaid',
  clm_othr_tp_pd_amt: 'priorPayerPaid?',
  clm_mdcr_ddctbl_amt: 'deductible',
  clm_mdcr_ip_bene_ddctbl_amt: 'deductible?',
  clm_blood_lblty_amt: 'deductible',
  clm_mdcr_coinsrnc_amt: 'coinsurance',
  clm_bene_pmt_coinsrnc_amt: 'coinsurance?',
  clm_ncvrd_chrg_amt: 'notCovered',
  // The patient's payment: in Part D the member's share itself, elsewhere a payment toward the share that other amounts state.
  clm_bene_pmt_amt: 'memberLiability?',
  // Blue Button 3, lines.
  clm_line_sbmt_chrg_amt: 'billed',
  clm_line_alowd_chrg_amt: 'allowed',
  clm_line_prvdr_pmt_amt: 'paidToProvider',
  clm_line_bene_pd_amt: 'paidToPatient',
  clm_line_cvrd_pd_amt: 'planPaid',
  clm_line_ncvrd_pd_amt: 'planPaid',
  clm_bene_prmry_pyr_pd_amt: 'priorPayerPaid',
  clm_line_instnl_msp1_pd_amt: 'priorPayerPaid',
  clm_line_instnl_msp2_pd_amt: 'priorPayerPaid',
  clm_line_mdcr_ddctbl_amt: 'deductible',
  clm_line_blood_ddctbl_amt: 'deductible',
  clm_line_mdcr_coinsrnc_amt: 'coinsurance',
  clm_line_instnl_adjstd_amt: 'coinsurance?',
  clm_line_instnl_rdcd_amt: 'other',
  clm_line_ncvrd_chrg_amt: 'notCovered',
  clm_line_bene_pmt_amt: 'memberLiability?',
  clm_line_dmerc_scrn_svgs_amt: 'other',
  clm_line_instnl_rate_amt: null,
  // Blue Button 3, prescriptions; `tot_rx_cst_amt` is above.
  clm_line_troop_tot_amt: 'priorPayerPaid',
  clm_line_plro_amt: 'priorPayerPaid',
  clm_line_othr_tp_pd_amt: 'priorPayerPaid?',
  clm_line_lis_amt: 'discount',
  clm_line_rptd_gap_dscnt_amt: 'discount',
  clm_rptd_mftr_dscnt_amt: 'discount',
}

/**
 * Pairs of a general and an exact code in which the exact one is a known mistake of the publisher: Blue Button 2, claims of carriers and
 * for equipment.
 */
export const mistakenPairs: Readonly<Record<string, Meaning>> = {
  'priorpayerpaid clm_tot_chrg_amt': 'priorPayerPaid',
  'paidtoprovider line_bene_pmt_amt': 'other',
}

/** Amounts that make up a member's share, or from which it follows. */
export const shareMakers: ReadonlySet<AmountKind> = new Set([
  'allowed',
  'deductible',
  'copay',
  'coinsurance',
  'notCovered',
  'memberLiability',
])

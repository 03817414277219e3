import type { AmountKind } from '@portico/rules/claims/figures'

/**
 * The meaning of an adjudication category in a payer's file, by its code alone: payers leave out code systems or use their own. Blue
 * Button's codes are addresses; their last part counts. `null`: known, but not an amount that adds up in the claim. A code that is not
 * listed is kept and shown in the payer's own words (IM-3). `docs/imports.md` shows this table.
 */
export const adjudicationCategories: Readonly<Record<string, AmountKind | null>> = {
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
  paidbypatient: null,
  paidbypatientcash: null,
  paidbypatientother: null,
  paidbypatienthealthaccount: null,
  drugcost: null,
  // CARIN http://hl7.org/fhir/us/carin-bb/CodeSystem/C4BBAdjudicationDiscriminator: qualifiers without an amount.
  allowedunits: null,
  adjustmentreason: null,
  rejectreason: null,
  denialreason: null,
  billingnetworkstatus: null,
  renderingnetworkstatus: null,
  benefitpaymentstatus: null,
  // CMS Blue Button, lines of doctors' and equipment claims; also Synthea's.
  line_sbmtd_chrg_amt: 'billed',
  line_alowd_chrg_amt: 'allowed',
  line_bene_ptb_ddctbl_amt: 'deductible',
  line_coinsrnc_amt: 'coinsurance',
  line_nch_pmt_amt: 'planPaid',
  line_prvdr_pmt_amt: 'paidToProvider',
  line_bene_pmt_amt: 'paidToPatient',
  line_bene_prmry_pyr_pd_amt: 'priorPayerPaid',
  line_prcsg_ind_cd: null,
  // CMS Blue Button, lines of hospitals' claims.
  rev_cntr_tot_chrg_amt: 'billed',
  rev_cntr_ncvrd_chrg_amt: 'notCovered',
  rev_cntr_cash_ddctbl_amt: 'deductible',
  rev_cntr_blood_ddctbl_amt: 'deductible',
  rev_cntr_coinsrnc_wge_adjstd_c: 'coinsurance',
  rev_cntr_rdcd_coinsrnc_amt: null,
  rev_cntr_pmt_amt_amt: 'planPaid',
  rev_cntr_prvdr_pmt_amt: 'paidToProvider',
  rev_cntr_bene_pmt_amt: 'paidToPatient',
  rev_cntr_1st_msp_pd_amt: 'priorPayerPaid',
  rev_cntr_2nd_msp_pd_amt: 'priorPayerPaid',
  rev_cntr_ptnt_rspnsblty_pmt: 'memberLiability',
  rev_cntr_rate_amt: null,
  // CMS Blue Button, whole claims.
  clm_tot_chrg_amt: 'billed',
  clm_pmt_amt: 'planPaid',
  nch_carr_clm_sbmtd_chrg_amt: 'billed',
  nch_carr_clm_alowd_amt: 'allowed',
  nch_clm_prvdr_pmt_amt: 'paidToProvider',
  nch_clm_bene_pmt_amt: 'paidToPatient',
  carr_clm_cash_ddctbl_apld_amt: 'deductible',
  nch_bene_ptb_ddctbl_amt: 'deductible',
  nch_bene_ptb_coinsrnc_amt: 'coinsurance',
  nch_bene_ip_ddctbl_amt: 'deductible',
  nch_bene_blood_ddctbl_lblty_am: 'deductible',
  nch_bene_pta_coinsrnc_lblty_amt: 'coinsurance',
  nch_ip_ncvrd_chrg_amt: 'notCovered',
  prpayamt: 'priorPayerPaid',
  nch_prmry_pyr_clm_pd_amt: 'priorPayerPaid',
  carr_clm_prmry_pyr_pd_amt: 'priorPayerPaid',
  // CMS Blue Button, prescriptions (Part D).
  tot_rx_cst_amt: 'billed',
  cvrd_d_plan_pd_amt: 'planPaid',
  ptnt_pay_amt: 'memberLiability',
  plro_amt: 'priorPayerPaid',
  rptd_gap_dscnt_num: 'discount',
}

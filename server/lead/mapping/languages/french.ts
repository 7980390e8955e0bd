import type { HeaderLanguage } from '../header-language.ts';

export const FRENCH: HeaderLanguage = {
  names: {
    name: 'Nom, Nom complet, Nom prénom, Prénom nom, Personne contact, Interlocuteur, Nom affichage, Nom afficher',
    firstName: 'Prénom, Prénoms',
    lastName: 'Nom famille, Patronyme, Nom usage',
    email:
      'E-mail, Mail, Mél, Courriel, Adresse e-mail, Adresse mail, Adresse messagerie, Adresse électronique, Adresse courriel',
    phone:
      'Téléphone, Tél, Numéro téléphone, N téléphone, No téléphone, Numéro tél, N tél, Portable, Numéro portable, Numéro téléphone portable, Numéro téléphone mobile, Téléphone portable, Tél portable, Mobile, Numéro mobile, Téléphone mobile, Tél mobile, GSM, Téléphone fixe, Tél fixe, Numéro WhatsApp, Numéro contact, Numéro rappel',
    carrier: 'Opérateur, Opérateur mobile, Opérateur téléphonique',
    country: 'Pays, Code pays, Pays région, Pays résidence, Nom pays, Pays ISO, Code ISO pays, Code pays ISO',
    city: 'Ville, Commune, Localité, Ville résidence',
    address:
      'Adresse, Rue, Adresse postale, Adresse complète, Adresse ligne, Adresse rue, Numéro rue nom, Numéro et nom rue, Voie, Rue numéro, Ligne adresse',
    postcode: 'Code postal, CP, NPA',
    ip: 'Adresse IP',
    brand: 'Marque',
    currency: 'Devise, Monnaie, Devise dépôt',
    depositAmount: 'Montant dépôt, Montant déposé, Dépôt total, Total dépôts, Montant premier dépôt',
    depositDate: 'Date dépôt, Date premier dépôt',
    source: 'Source, Source lead, Source prospect, Source trafic, Origine, Origine lead, Provenance',
    card: 'Carte, Type carte, Carte bancaire, Carte crédit',
    affiliate: 'Affilié, ID affilié',
    landingPage: 'Page destination, Page atterrissage, Page arrivée',
    agent: 'Agent, Agent commercial',
    status: 'Statut, Statut lead, Statut prospect, Statut contact, État lead, État prospect, État contact',
    tags: 'Étiquette, Étiquettes, Catégorie, Catégories, Mots clés, Libellés',
  },
  halfName: 'Nom',
  articles: 'de du des d la le les l et ou votre vos mon quel quelle est',
  beside: 'client clients contact prospect lead personne principal principale',
  doubtful:
    'bureau domicile résidence travail professionnel professionnelle pro personnel personnelle privé privée entreprise société facturation livraison secondaire autre perso',
  address: 'adresse coordonnées',
};

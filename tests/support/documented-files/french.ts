import { documentedFile } from './documented-file.ts';

export const FRENCH_FILES = [
  documentedFile(
    ['Dolibarr', 'French', 'htdocs/langs/fr_FR/companies.lang (export of contacts)'],
    `
    Id contact :: 41 | 42 | 43 | 44 | 45
    Titre civilité :: Madame | Monsieur | Monsieur | Madame | Madame
    Nom > lastName :: Lefèvre | d'Ormesson | N'Guyen | Bélanger | Peeters
    Prénom > firstName :: Chloé | Jean-François | Théo | Anaïs | Marie
    Poste/Fonction :: Gérante | | Acheteur | |
    Adresse > address :: 12 bis, rue de l'Église | 3 av. Foch | 8 place d’Armes | 5 rue X | Chaussée de Wavre 100
    Code postal > postcode :: 75011 | 6000 => 06000 | 13001 | H2X 1Y4 | 1050
    Ville > city :: Paris | Nice | Marseille | Montréal | Ixelles
    Département/Canton :: Paris | Alpes-Maritimes | Bouches-du-Rhône | Québec | Bruxelles
    Pays > country :: France | FRANCE => France | France | Canada | Belgique => Belgium
    Code pays :: FR | FR | FR | CA | BE
    Tél pro. :: 01 44 55 66 77 | | | | 02 511 22 33
    Tél perso.
    Tél portable > phone :: 06 12 34 56 78 => +33612345678 | 07.81.23.45.67 => +33781234567 | +33 6 98 76 54 32 => +33698765432 | 514-555-0199 => +15145550199 | 0470/12.34.56 => +32470123456
    Fax
    E-mail > email :: chloe.lefevre@example.fr | jf@example.fr | theo@example.fr | anais@example.ca | marie@example.be
    Date de naissance > date :: 14/07/1990 => 1990-07-14 | 01/02/1964 => 1964-02-01 | | 31/12/1999 => 1999-12-31 | 5 août 1981 => 1981-08-05
    Société :: Fleurs & Co | | | |
    Code client :: CU2401-0001 | CU2401-0002 | CU2401-0003 | CU2401-0004 | CU2401-0005`,
    { delimiter: ';', encoding: 'windows-1252' },
  ),
  documentedFile(
    ['PrestaShop', 'French', 'Vos clients (colonnes de la liste exportée)'],
    `
    ID :: 1 | 2 | 3 | 4 | 5
    Titre de civilité :: M. | Mme | M. | Mme | M.
    Prénom > firstName :: John | Élodie | Loïc | Inès | Noël
    Nom > lastName :: DOE | Marchand | Le Goff | Ben Amar | Dupuis
    Adresse e-mail > email :: pub@example.com | Elodie.Marchand@Example.FR => elodie.marchand@example.fr | loic@example.fr | ines@example.fr | noel@example.fr
    Groupe :: Client | Client | Grossiste | Client | Visiteur
    Ventes > number :: 1 234,56 € => 1234.56 | 89,90 € => 89.9 | 12 000,00 € => 12000 | | 7,5 € => 7.5
    Activé > boolean :: Oui => true | Oui => true | Non => false | Oui => true | non => false
    Lettre d'informations > boolean :: Oui => true | Non => false | Non => false | Oui => true | Oui => true
    Offres partenaires > boolean :: 1 => true | 0 => false | 0 => false | 1 => true | 0 => false
    Date d'inscription > date :: 04/07/2013 15:20:02 => 2013-07-04 | 13/02/2024 09:01:11 => 2024-02-13 | 01/03/2024 00:00:00 => 2024-03-01 | 25/12/2023 23:59:59 => 2023-12-25 | 09/01/2024 08:30:00 => 2024-01-09
    Dernière visite :: 04/07/2013 15:18:50 | | | |`,
    { delimiter: ';' },
  ),
];

-- server/lead/store is the only code that writes leads. It keeps the searched texts and the change log in the same statement.

drop trigger lead_search_made on leads;
drop trigger leads_listed on leads;
drop trigger leads_noted on leads;
drop trigger leads_gone on leads;
drop trigger leads_emptied on leads;
drop trigger organizations_gone on organizations;
drop trigger organizations_emptied on organizations;
drop function list_new_leads();
drop function list_changed_leads();
drop function note_changed_leads();
drop function forget_gone_leads();
drop function forget_gone_organizations();

grant insert, update, delete on lead_search to "app_role";
grant insert on lead_changes, lead_text_changes to "app_role";

alter procedure keep_apart rename to enable_tenant_isolation;

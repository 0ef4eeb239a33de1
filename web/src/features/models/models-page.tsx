import { useQuery } from "@tanstack/react-query";
import { ErrorMessage } from "../../api/error-message.tsx";
import { explain } from "../../api/explain.ts";
import { configurationQuery, modelsQuery } from "../../api/queries.ts";
import { HeaderStatus } from "../../shell/header-status.tsx";
import { Banner } from "../../ui/banner.tsx";
import { MessagePage } from "../../ui/page/message-page.tsx";
import { PageTitle } from "../../ui/page/page-title.tsx";
import { Loading } from "../../ui/page/skeleton.tsx";
import { Here, TopBar } from "../../ui/page/top-bar.tsx";
import { ModelRow } from "./model-row.tsx";
import { ProviderKeys } from "./provider-keys.tsx";

/** All models with their prices and status, and the provider keys. */
export function ModelsPage() {
  const { data: models, error } = useQuery(modelsQuery);
  const [problem] = useQuery(configurationQuery).data?.problems ?? [];
  if (!models && error) {
    return (
      <MessagePage icon="warning" title={explain(error).title}>
        <p>
          <ErrorMessage error={error} />
        </p>
      </MessagePage>
    );
  }
  return (
    <>
      <PageTitle of="Models" />
      <TopBar crumbs={<Here>Models</Here>}>
        <HeaderStatus />
      </TopBar>
      {models ? (
        <div className="max-w-[1120px] space-y-10 px-10 pt-8 pb-12 max-wide:p-6 max-mid:p-4">
          <div>
            <h1 className="text-2xl font-semi tracking-[-.02em]">Models</h1>
            <p className="mt-1 max-w-[66ch] text-sm text-ink-2">
              Prices are per million input and output tokens, as of the given day. Correct them in models.json in the
              data folder.
            </p>
          </div>
          {problem && (
            <Banner tone="you" icon="warning" title={`${problem.file} is invalid.`}>
              <span className="break-words" dir="auto">
                {problem.message}
              </span>
            </Banner>
          )}
          <ProviderKeys
            providers={[
              ...new Set(models.filter((model) => !model.free || model.needsKey).map((model) => model.provider)),
            ]}
          />
          {[...Map.groupBy(models, (model) => model.provider)].map(([provider, own]) => (
            <section key={provider} aria-labelledby={`of-${provider}`}>
              <h2 id={`of-${provider}`} className="border-b border-line-2 pb-2 font-title">
                {provider}
              </h2>
              <ul>
                {own.map((model) => (
                  <ModelRow key={model.id} model={model} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      ) : (
        <Loading what="Loading the models" className="max-w-[1120px] p-10 max-mid:p-4" />
      )}
    </>
  );
}
